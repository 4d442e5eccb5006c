//! `plyscope explore`.

use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::explorer::{Page, Server};
use crate::interrupt;
use clap::Args;

#[derive(Args)]
pub(super) struct Explore {
    /// Port on 127.0.0.1; 0 for any free one
    #[arg(long, default_value_t = 8640)]
    port: u16,
    /// Folder written by host/explorer/build [default: the page within this program]
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
}

pub(super) fn run(args: &Explore) -> anyhow::Result<()> {
    let page = match &args.site {
        Some(folder) => Page::read(folder)?,
        None => Page::within()?,
    };
    let server = Server::bind(page, args.port)?;
    let mut out = io::stdout().lock();
    writeln!(out, "http://127.0.0.1:{}/", server.port())?;
    out.flush()?;
    drop(out);
    let _ = writeln!(io::stderr(), "Open this address in a browser. To stop, press Ctrl-C.");
    let port = server.port();
    let served = server.serve(interrupt::requested);
    served.map_err(|error| anyhow::anyhow!("127.0.0.1:{port}: {error}"))?;
    Ok(interrupt::check()?)
}
