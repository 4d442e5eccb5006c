//! Results as Markdown.

use askama::Template;

use super::{Summary, Verdict};

/// Tables and claims as Markdown.
#[derive(Template)]
#[template(path = "results.md", escape = "none")]
struct Results<'s> {
    summary: &'s Summary,
}

/// Tables and claims as Markdown.
#[must_use]
pub fn markdown(summary: &Summary) -> String {
    // Writing to memory cannot fail.
    Results { summary }.render().unwrap_or_default()
}

impl Verdict {
    /// The verdict in words: `differs: +3.1 nodes (+1.2 %)`.
    #[must_use]
    pub fn display(&self) -> String {
        match self {
            Self::Holds => "holds".to_owned(),
            Self::Differs { by, .. } => format!("differs: {by}"),
            Self::ByReading(read) => read.display(),
            Self::NotTestable { why, .. } => format!("not testable: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::markdown;
    use crate::{Cell, Claim, Estimate, Summary, Table};

    #[test]
    fn tables_and_claims_are_markdown_whatever_their_words() {
        let mut table = Table::new("A | B", ["depth", "<nodes>"]);
        table.rows.push(vec![Cell::number(2, 0), Cell::text("a|b")]);
        table.rows.push(vec![Cell::number(1234, 0), Cell::Empty]);
        let claims =
            vec![Claim::of("", "`it`", "nodes", 0).equals(2.0, 0.0, Some(Estimate::exact(2.0)))];
        let tables = vec![table, Table::new("none", ["x"])];
        let mut summary = Summary { tables, figures: Vec::new(), claims };
        let tables = "### A \\| B\n\n| depth | &lt;nodes> |\n|---:|---:|\n| 2 | a\\|b |\n| 1,234 |  |\n\n\
                      ### none\n\n| x |\n|---:|\n\n";
        let claims = "| claim | origin | stated | ours | verdict |\n|---|---|---:|---:|---|\n\
                      | \\`it\\` | paper | 2 nodes | 2 nodes | holds |\n";
        assert_eq!(markdown(&summary), format!("{tables}{claims}"));
        summary.claims.clear();
        assert_eq!(markdown(&summary), tables);
    }
}
