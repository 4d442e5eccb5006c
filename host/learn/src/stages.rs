//! A run in stages, each of which depends on the rows of those before it.

use std::ops::ControlFlow;

use plyscope_run::record::{Manifest, numbered, parse_after};
use plyscope_run::session::{Place, Session, Workers};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::LearnError;

/// A run whose units belong to stages, one after the other. A unit has one row.
#[derive(Debug)]
pub(super) struct Stages {
    session: Session,
    /// The rows that were recorded before.
    recorded: Vec<String>,
    /// The units of all stages so far.
    end: u64,
    threads: usize,
}

impl Stages {
    /// Opens a run.
    pub(super) fn open(
        place: &Place,
        manifest: Manifest,
        threads: usize,
    ) -> Result<Self, LearnError> {
        let (session, recorded) = Session::open(place, manifest)?;
        Ok(Self { session, recorded, end: 0, threads })
    }

    /// The number of units of all stages so far.
    pub(super) const fn units(&self) -> u64 {
        self.end
    }

    /// The rows of the next stage, which has so many units. `begin` is told how many of them are recorded. `work` makes the rows of
    /// the others; it receives a unit's number in its stage.
    pub(super) fn run<R: Serialize + DeserializeOwned + Send>(
        &mut self,
        units: u64,
        begin: impl FnOnce(u64),
        work: impl Fn(u64) -> Result<R, LearnError> + Sync,
    ) -> Result<Vec<R>, LearnError> {
        let first = self.end;
        self.end += units;
        let place = |unit: u64| self.recorded.len().min(unit as usize);
        let (from, to) = (place(first), place(self.end));
        let recorded = parse_after(from, &self.recorded[from..to]);
        let mut rows = recorded.collect::<Result<Vec<R>, _>>()?;
        begin(rows.len() as u64);
        self.session.run_to(
            self.end,
            Workers::new(self.threads),
            |unit| {
                let row = work(unit.number - first)?;
                // Numbers, text and lists: this cannot fail.
                let text = serde_json::to_string(&row).unwrap_or_default();
                Ok::<_, LearnError>((vec![numbered(unit.number, &text)], row))
            },
            |_, row| {
                rows.push(row);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(rows)
    }
}
