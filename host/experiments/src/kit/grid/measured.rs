//! What was measured of all cases of a grid, and the tables, series and claims that are made of it.

use plyscope_report::{Axis, Case, Cell, Estimate, Figure, Plot, Series, Style, Summary, Table};

use super::{Column, Grid, Line, Row, Settings};

/// What was measured of all cases. The run may be unfinished.
#[derive(Debug)]
pub struct Measured<'r, C: 'static> {
    grid: &'r Grid<C>,
    /// The settings of the run.
    pub settings: Settings,
    rows: &'r [Row],
    /// How often the cases may be looked at.
    looks: usize,
}

impl<'r, C> Measured<'r, C> {
    pub(super) fn new(grid: &'r Grid<C>, settings: Settings, rows: &'r [Row]) -> Self {
        Self { grid, settings, rows, looks: 1 }
    }

    /// The same with intervals for so many looks at each case.
    pub(super) fn at_any_of(self, looks: usize) -> Self {
        Self { looks, ..self }
    }

    pub(super) fn summary(&self) -> Summary {
        Summary {
            tables: vec![(self.grid.table)(self)],
            figures: (self.grid.plots)(self)
                .into_iter()
                .map(|plot| Figure::Plot(Plot { y: self.sampled(plot.y), ..plot }))
                .collect(),
            claims: (self.grid.claims)(self),
        }
    }

    /// A vertical axis that tells how far cases have grown, where they may grow.
    fn sampled(&self, axis: Axis) -> Axis {
        if self.looks == 1 {
            return axis;
        }
        let sizes = self.lines().map(|(_, line)| line.trees().count());
        axis.with_samples_of(sizes.filter(|&size| size > 0), "trees")
    }

    /// A case's number in a column, or `None` if it was not measured. Of a case that may have [grown](super::Growing), its interval
    /// holds at 95 % for all looks together.
    #[must_use]
    pub fn number(&self, column: &Column, line: Line<'_>) -> Option<Estimate> {
        column.number(line).map(|number| number.among(self.looks))
    }

    /// The case of this number.
    #[must_use]
    pub fn line(&self, case: usize) -> Line<'r> {
        Line::of(self.rows, case)
    }

    /// The cases, each with what was measured of it.
    pub fn lines(&self) -> impl Iterator<Item = (&'static C, Line<'r>)> + '_ {
        self.grid.cases.iter().enumerate().map(|(place, case)| (case, self.line(place)))
    }

    /// A case's name.
    #[must_use]
    pub fn name(&self, case: &C) -> String {
        (self.grid.name)(case)
    }

    /// A table with a row for each case: its name, under `heading`, and these columns.
    pub fn table(&self, title: impl Into<String>, heading: &str, columns: &[Column]) -> Table {
        let name = |case: &C| vec![Cell::text(self.name(case))];
        self.table_by(title, &[heading], name, columns)
    }

    /// The same with other cells than its name at the beginning of a case's row.
    pub fn table_by(
        &self,
        title: impl Into<String>,
        headings: &[&str],
        first: impl Fn(&C) -> Vec<Cell>,
        columns: &[Column],
    ) -> Table {
        let of_columns = columns.iter().map(|column| column.heading);
        let mut table = Table::new(title, headings.iter().copied().chain(of_columns));
        for (case, line) in self.lines() {
            let cell = |column: &Column| {
                Cell::or_empty(
                    self.number(column, line).map(|number| Cell::measured(number, column.digits)),
                )
            };
            table.rows.push(first(case).into_iter().chain(columns.iter().map(cell)).collect());
        }
        table
    }

    /// A column as a curve over numbers of the cases. Cases without one are left out.
    pub fn curve<X: Into<f64>>(
        &self,
        label: impl Into<String>,
        column: &Column,
        x: impl Fn(&C) -> Option<X>,
    ) -> Series {
        let point = |(case, line): (&C, Line<'_>)| Some((x(case)?, self.number(column, line)?));
        Series::line(label, self.lines().filter_map(point))
    }

    /// A column as points over the numbers of the cases, for [`Measured::axis`].
    #[must_use]
    pub fn points(&self, column: &Column) -> Series {
        let numbered = (1..).zip(self.lines());
        let point =
            |(place, (_, line)): (u32, (&C, Line<'_>))| Some((place, self.number(column, line)?));
        Series::line(column.heading, numbered.filter_map(point)).styled(Style::Points)
    }

    /// The horizontal axis for [`Measured::points`]: a place for each case.
    #[must_use]
    pub fn axis(&self) -> Axis {
        let end = self.grid.cases.len() as f64 + 1.0;
        Axis::linear("case (in the table's order)").from_to(0.0, end)
    }

    /// For a claim about all cases: each case's name with its number in the column, and what `so` asks of the number, such as
    /// [`Estimate::is_below`].
    pub fn cases<T: Into<Case>>(
        &self,
        column: &Column,
        so: impl Fn(Estimate) -> T,
    ) -> Vec<(String, Case)> {
        self.judge(|_, line| {
            let number = self.number(column, line)?;
            Some((column.display(number), so(number)))
        })
    }

    /// For a claim that depends on our reading: each case's name, with its number in the column.
    #[must_use]
    pub fn numbers(&self, column: &Column) -> Vec<(String, Option<Estimate>)> {
        self.lines().map(|(case, line)| (self.name(case), self.number(column, line))).collect()
    }

    /// The same as [`cases`](Self::cases) with what a function says of each case: its numbers in words, and whether the claim is true of it. `None` if it
    /// was not measured.
    pub fn judge<T: Into<Case>>(
        &self,
        of: impl Fn(&C, Line<'_>) -> Option<(String, T)>,
    ) -> Vec<(String, Case)> {
        self.lines().map(|(case, line)| Case::told(self.name(case), of(case, line))).collect()
    }
}
