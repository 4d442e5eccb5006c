//! Engines from their text, as `plyscope tournament --engine` reads it.

use alloc::format;
use alloc::string::{String, ToString as _};

use plyscope_core::othello::strong::Level;
use plyscope_core::search::forward_estimation::Placement;
use plyscope_core::search::table::Slot;
use plyscope_core::{Expansion, Limits, Order};

use crate::estimator::Bounds;
use crate::evaluation::Named;
use crate::options::{Options, decimal};

/// Greatest depth in plies: the desktop's, because a search without a depth stops there.
pub(crate) const PLIES: usize = 128;

/// The largest table of positions, in bytes.
const LARGEST_TABLE: u64 = 64 << 20;

/// How a search with null windows finds the value at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Driver {
    Deepening,
    Mtd,
    Sss,
    Dual,
}

/// The options of principal variation search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pvs {
    pub(crate) order: Order,
    pub(crate) window: Option<u32>,
    /// Slots.
    pub(crate) table: usize,
    pub(crate) killers: bool,
    pub(crate) reductions: bool,
    pub(crate) driver: Driver,
}

/// The options of forward estimation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fe {
    pub(crate) order: Order,
    pub(crate) bounds: Option<Bounds>,
    pub(crate) delta: f64,
    pub(crate) two_sided: bool,
    pub(crate) placement: Placement,
    pub(crate) window: Option<u32>,
}

/// An algorithm with its options.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Algorithm {
    Minimax,
    AlphaBeta { order: Order, window: Option<u32> },
    Aspiration { order: Order, window: Option<u32> },
    Fe(Fe),
    Pvs(Pvs),
    Strong { level: Option<Level>, table: usize, mistakes: u64 },
    Rbfms { expansion: Expansion },
}

/// An engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Engine {
    pub(crate) algorithm: Algorithm,
    /// Whether a depth-first search deepens iteratively.
    pub(crate) deepens: bool,
    pub(crate) limits: Limits,
    pub(crate) evaluation: Option<Named>,
}

const ORDERS: &[(&str, Order)] =
    &[("none", Order::None), ("static", Order::Static), ("static-all", Order::StaticAll)];

fn order(options: &mut Options<'_>) -> Result<Order, String> {
    Ok(options.named("order", ORDERS)?.unwrap_or(Order::Static))
}

/// Reads a table's size, and gives its slots.
fn table(options: &mut Options<'_>) -> Result<usize, String> {
    let Some(text) = options.take("table") else { return Ok((16 << 20) / Slot::BYTES) };
    let usage = || format!("table={text}: write a size up to 64MiB, such as 512KiB or 16MiB");
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor: u64 = match unit {
        "" | "B" => 1,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        _ => return Err(usage()),
    };
    let number: u64 = number.parse().map_err(|_| usage())?;
    let bytes = number.checked_mul(factor).filter(|bytes| (1..=LARGEST_TABLE).contains(bytes));
    Ok((bytes.ok_or_else(usage)? / Slot::BYTES as u64) as usize)
}

fn fe(options: &mut Options<'_>) -> Result<Fe, String> {
    let bounds = options.take("bounds").map(Bounds::read).transpose()?;
    let delta = options.take("delta").map_or(Ok(1.0), decimal)?;
    if !(delta > 0.0 && delta <= 1.0) {
        return Err("delta is out of range: write a number above 0, at most 1".to_string());
    }
    if delta != 1.0 && bounds.is_some_and(|bounds| !bounds.are_of_edges()) {
        return Err("delta scales bounds on edge costs, not gains: omit delta".to_string());
    }
    let placements = [
        ("table1", Placement::Table1),
        ("literal", Placement::Literal),
        ("entry1", Placement::Entry1),
        ("per-child", Placement::PerChild),
    ];
    Ok(Fe {
        order: order(options)?,
        bounds,
        delta,
        two_sided: options.switch("two-sided")?,
        placement: options.named("placement", &placements)?.unwrap_or_default(),
        window: options.number("window")?,
    })
}

fn pvs(options: &mut Options<'_>) -> Result<Pvs, String> {
    let drivers = [
        ("deepening", Driver::Deepening),
        ("mtd", Driver::Mtd),
        ("sss", Driver::Sss),
        ("dual", Driver::Dual),
    ];
    let pvs = Pvs {
        order: order(options)?,
        window: options.number("window")?,
        table: table(options)?,
        killers: options.switch("killers")?,
        reductions: options.switch("reductions")?,
        driver: options.named("driver", &drivers)?.unwrap_or(Driver::Deepening),
    };
    if pvs.window.is_some() && pvs.driver != Driver::Deepening {
        return Err("this driver searches in null windows only: omit window".to_string());
    }
    Ok(pvs)
}

fn strong(options: &mut Options<'_>) -> Result<Algorithm, String> {
    let level = options.number::<u8>("level")?;
    let read = |level| {
        Level::numbered(level)
            .ok_or_else(|| format!("level={level}: write a level from 1 to {}", Level::HIGHEST))
    };
    Ok(Algorithm::Strong {
        level: level.map(read).transpose()?,
        table: table(options)?,
        mistakes: options.number("mistakes")?.unwrap_or(0),
    })
}

impl Engine {
    /// Reads an engine such as `algorithm=fe,depth=4`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut options = Options::of(text)?;
        let name = options
            .take("algorithm")
            .ok_or("no algorithm: write algorithm=alpha-beta, for example")?;
        let mut iterative = None;
        let algorithm = match name {
            "minimax" => Algorithm::Minimax,
            "alpha-beta" => Algorithm::AlphaBeta {
                order: order(&mut options)?,
                window: options.number("window")?,
            },
            "aspiration" => Algorithm::Aspiration {
                order: order(&mut options)?,
                window: options.number("window")?,
            },
            "fe" => Algorithm::Fe(fe(&mut options)?),
            "pvs" => Algorithm::Pvs(pvs(&mut options)?),
            "strong" => strong(&mut options)?,
            "rbfms" => {
                let ways = [("partial", Expansion::Partial), ("full", Expansion::Full)];
                Algorithm::Rbfms {
                    expansion: options.named("expansion", &ways)?.unwrap_or_default(),
                }
            }
            _ => {
                return Err(format!(
                    "algorithm={name}: write minimax, alpha-beta, aspiration, fe, pvs, strong or rbfms; \
                     the others keep a tree in memory, which the desktop's plyscope does"
                ));
            }
        };
        if matches!(
            algorithm,
            Algorithm::Minimax
                | Algorithm::AlphaBeta { .. }
                | Algorithm::Aspiration { .. }
                | Algorithm::Fe(_)
        ) {
            iterative = Some(options.switch("iterative")?);
        }
        let evaluation = options.named("evaluation", Named::NAMES)?;
        let depth: Option<u32> = options.number("depth")?;
        let nodes: Option<u64> = options.number("nodes")?;
        options.finish(name)?;
        if let Some(depth) = depth.filter(|depth| !(1..=PLIES as u32).contains(depth)) {
            return Err(format!("depth={depth} is out of range: write 1 to {PLIES} plies"));
        }
        if nodes == Some(0) {
            return Err("nodes must be at least 1".to_string());
        }
        let has_level = matches!(algorithm, Algorithm::Strong { level: Some(_), .. });
        if depth.is_none() && nodes.is_none() && !has_level {
            return Err("no limit: write depth, nodes, or for strong a level".to_string());
        }
        if matches!(algorithm, Algorithm::Strong { .. }) && evaluation != Some(Named::PatternsSmall)
        {
            // The desktop's default is another one: the same words must mean the same engine.
            return Err(
                "strong plays with the small patterns here: write evaluation=patterns-small"
                    .to_string(),
            );
        }
        let deepens = iterative.is_some_and(|asked| asked || depth.is_none());
        let limits =
            Limits::depth(depth.unwrap_or(PLIES as u32)).and_nodes(nodes.unwrap_or(u64::MAX));
        Ok(Self { algorithm, deepens, limits, evaluation })
    }
}
