//! What an experiment found, for people.

use std::io::Write;

use serde_json::{Map, Value};

use super::output::{table, write_table};
use crate::escape::terminal;
use crate::experiment::Experiment;
use crate::report::{Claim, Origin, Summary, Table, Verdict, statements};
use crate::site::setting_text;

/// Prints tables and verdicts for people.
pub(super) fn write_summary(
    out: &mut dyn Write,
    experiment: &dyn Experiment,
    settings: &Map<String, Value>,
    summary: &Summary,
    seconds: Option<f64>,
) -> anyhow::Result<()> {
    let about = experiment.about();
    writeln!(out, "{}: {}", about.id, about.title)?;
    let settings: Vec<String> =
        settings.iter().map(|(name, value)| format!("{name}={}", setting_text(value))).collect();
    let seconds = seconds.map_or(String::new(), |seconds| format!("; {seconds:.1} s"));
    writeln!(out, "{}; {}{seconds}\n", about.source, terminal(&settings.join(" ")))?;
    for table in &summary.tables {
        write_result_table(out, table)?;
        writeln!(out)?;
    }
    write_statements(out, &summary.claims)?;
    writeln!(out)?;
    Ok(())
}

/// Prints a line for each distinct statement, and below it what differs or cannot be tested, and why.
fn write_statements(out: &mut dyn Write, claims: &[Claim]) -> anyhow::Result<()> {
    for statement in statements(claims) {
        let numbers = |claim: &Claim| {
            let stated = match claim.origin {
                Origin::Paper => "the paper",
                Origin::Independent => "independent measurement",
                Origin::Own => "expected",
            };
            let ours = claim.sole_case().unwrap_or(&claim.ours);
            format!("{stated}: {}; here: {ours}", claim.paper)
        };
        let verdict = statement.verdict();
        if statement.is_one() {
            let numbers = numbers(statement.first);
            writeln!(out, "{verdict}: {} ({})", terminal(&statement.text), terminal(&numbers))?;
        } else {
            writeln!(out, "{verdict}: {}", terminal(&statement.text))?;
        }
        for claim in &statement.claims {
            let reason = match &claim.verdict {
                Verdict::Holds => continue,
                verdict => verdict.detail(),
            };
            if statement.is_one() {
                if claim.sole_case().is_none() {
                    writeln!(out, "    {}", terminal(&reason))?;
                }
            } else {
                let (text, numbers) = (&claim.statement, numbers(claim));
                writeln!(
                    out,
                    "    {} ({}): {}",
                    terminal(text),
                    terminal(&numbers),
                    terminal(&reason)
                )?;
            }
        }
        for cause in statement.causes() {
            writeln!(out, "    {}", cause.display())?;
        }
    }
    Ok(())
}

fn write_result_table(out: &mut dyn Write, result: &Table) -> anyhow::Result<()> {
    let headings: Vec<&str> = result.columns.iter().map(|column| column.label.as_str()).collect();
    let mut lines = table(&headings);
    for row in &result.rows {
        lines.add_row(row.iter().map(|cell| terminal(&cell.display())));
    }
    writeln!(out, "{}", result.title)?;
    Ok(write_table(out, &lines)?)
}

#[cfg(test)]
mod tests {
    use super::write_statements;
    use crate::report::{Claim, Estimate};

    #[test]
    fn statements_that_hold_take_a_line_each_and_others_say_what_differs() {
        let nodes = |depth: u32, ours: f64| {
            let of = Claim::of("s", format!("nodes to depth {depth}"), "", 0);
            of.point_of("nodes", "nodes to depth …").equals(1.0, 0.0, Some(Estimate::exact(ours)))
        };
        let printed = |claims: &[Claim]| {
            let mut out = Vec::new();
            write_statements(&mut out, claims).unwrap();
            String::from_utf8(out).unwrap()
        };
        let hold: Vec<Claim> = (1..=71).map(|depth| nodes(depth, 1.0)).collect();
        assert_eq!(printed(&hold), "holds at all 71 points: nodes to depth …\n");
        assert_eq!(printed(&hold[..1]), "holds: nodes to depth 1 (the paper: 1; here: 1)\n");
        let differ = [nodes(1, 1.0), nodes(2, 3.0)];
        assert_eq!(
            printed(&differ),
            "differs at 1 of 2 points: nodes to depth …\n    \
             nodes to depth 2 (the paper: 1; here: 3): +2 (+200.0 %)\n    No cause is known.\n"
        );
        let one = Claim::of("s", "replies to skip", "", 0).in_all("1, 2", [("2, 4", false)]);
        let expected =
            "differs: replies to skip (the paper: 1, 2; here: 2, 4)\n    No cause is known.\n";
        assert_eq!(printed(&[one]), expected);
    }
}
