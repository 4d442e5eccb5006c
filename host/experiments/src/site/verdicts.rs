//! Counts of claims by verdict and origin.

use plyscope_report::{Claim, Origin, Outcome, Standing};

/// Numbers of claims by verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Verdicts {
    pub(super) hold: usize,
    pub(super) differ: usize,
    pub(super) read: usize,
    pub(super) untested: usize,
}

impl Verdicts {
    pub(super) fn of<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> Self {
        let mut verdicts = Self::default();
        for claim in claims {
            match Outcome::of(claim) {
                Outcome::Holds => verdicts.hold += 1,
                Outcome::Differs => verdicts.differ += 1,
                Outcome::Reading => verdicts.read += 1,
                Outcome::Untested => verdicts.untested += 1,
            }
        }
        verdicts
    }

    fn all(self) -> usize {
        self.hold + self.differ + self.read + self.untested
    }
}

/// What becomes of the claims of an origin, but for controls and inferences: their number, and `2 hold, 1 differs, 0 cannot be tested`.
fn outcome<'c>(claims: impl IntoIterator<Item = &'c Claim>, origin: Origin) -> (usize, String) {
    let is_one = |claim: &&Claim| claim.origin == origin && claim.standing != Standing::Ours;
    let verdicts = Verdicts::of(claims.into_iter().filter(is_one));
    let Verdicts { hold, differ, read, untested } = verdicts;
    let verb = |count, word| format!("{count} {word}{}", if count == 1 { "s" } else { "" });
    let (hold, differ) = (verb(hold, "hold"), verb(differ, "differ"));
    let read = match read {
        0 => String::new(),
        read => format!(", {} on our reading", verb(read, "depend")),
    };
    (verdicts.all(), format!("{hold}, {differ}{read}, {untested} cannot be tested"))
}

fn noun(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Our own expectations: what they are, and what becomes of them.
pub(super) fn expectations<'c>(
    claims: impl IntoIterator<Item = &'c Claim>,
) -> (usize, [String; 2]) {
    let (count, outcome) = outcome(claims, Origin::Own);
    let what =
        format!("{} of our own on questions left open by the papers", noun(count, "expectation"));
    (count, [what, outcome])
}

/// The counts as a sentence, by origin: the papers' claims, independent measurements and our own expectations.
pub(super) fn tally<'c>(claims: impl IntoIterator<Item = &'c Claim>) -> String {
    let claims: Vec<&Claim> = claims.into_iter().collect();
    let of = |origin| outcome(claims.iter().copied(), origin);
    let (count, outcome) = of(Origin::Paper);
    let mut text =
        format!("Of the papers' {}, {outcome} at these sizes or at all", noun(count, "claim"));
    let (count, outcome) = of(Origin::Independent);
    if count > 0 {
        text.push_str(&format!(
            "; of {} with an independent measurement (a prototype that shares no code), {outcome}",
            noun(count, "comparison")
        ));
    }
    let (count, [what, outcome]) = expectations(claims.iter().copied());
    if count > 0 {
        text.push_str(&format!("; of {what}, {outcome}"));
    }
    let ours = claims.iter().filter(|claim| claim.standing == Standing::Ours).count();
    if ours > 0 {
        text.push_str(&format!(
            "; {ours} controls and inferences of ours stand beside the papers' claims"
        ));
    }
    text.push('.');
    text
}

#[cfg(test)]
mod tests {
    use super::tally;
    use plyscope_report::{Claim, Estimate};

    #[test]
    fn claims_are_counted_for_the_papers_for_an_independent_measurement_and_for_us_apart() {
        let of = || Claim::of("", "", "", 0);
        let ours = |value| Some(Estimate::exact(value));
        let mut claims = vec![
            of().equals(1.0, 0.0, ours(1.0)),
            of().equals(1.0, 0.0, ours(2.0)),
            of().equals(1.0, 0.0, None),
        ];
        let papers = "Of the papers' 3 claims, 1 holds, 1 differs, 1 cannot be tested at these sizes or at all";
        assert_eq!(tally(&claims), format!("{papers}."));
        let read = of().about("about", 2.0, 0.5, ours(2.0));
        let more = [read, of().inferred().equals(1.0, 0.0, ours(1.0))];
        assert_eq!(
            tally(&claims.iter().cloned().chain(more).collect::<Vec<_>>()),
            "Of the papers' 4 claims, 1 holds, 1 differs, 1 depends on our reading, 1 cannot be tested at these sizes or at all; \
             1 controls and inferences of ours stand beside the papers' claims."
        );
        claims.extend([
            of().independent().equals(1.0, 0.0, ours(1.0)),
            of().independent().equals(1.0, 0.0, ours(1.0)),
            of().own().equals(1.0, 0.0, ours(2.0)),
        ]);
        assert_eq!(
            tally(&claims),
            format!(
                "{papers}; of 2 comparisons with an independent measurement (a prototype that shares no code), 2 hold, \
                0 differ, 0 cannot be tested; of 1 expectation of our own on questions left open by the papers, 0 \
                hold, 1 differs, 0 cannot be tested."
            )
        );
    }
}
