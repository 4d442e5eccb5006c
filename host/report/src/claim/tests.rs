use plyscope_run::statistics::Mean;

use super::{Case, Claim, Compared, Verdict};
use crate::Estimate;

fn statement() -> super::Statement {
    Claim::of("a paper", "a statement", "nodes", 1)
}

fn estimate(value: f64, half_width: f64) -> Option<Estimate> {
    Some(Estimate { value, low: value - half_width, high: value + half_width })
}

#[test]
fn equality_allows_for_the_printed_digits_and_for_our_interval() {
    let holds = |claim: Claim| assert_eq!(claim.verdict, Verdict::Holds, "{claim:?}");
    holds(statement().equals(6.16, 0.005, estimate(6.163, 0.0)));
    holds(statement().equals(70.0, 2.5, estimate(67.0, 0.6)));
    let claim = statement().equals(70.0, 2.5, estimate(66.0, 1.0));
    assert_eq!(claim.verdict, Verdict::differs("-4.0 nodes (-5.7 %)".to_owned()));
    assert_eq!(claim.paper, "70.0 nodes");
    assert_eq!(claim.ours, "66.0 ± 1.0 nodes");
}

#[test]
fn means_of_two_samples_are_compared_by_the_interval_of_their_difference() {
    let ours = Mean { count: 1000, mean: 100.0, half_width: 1.0 };
    // Two samples of one size: the interval is the square root of two times as wide.
    assert_eq!(statement().mean_of(101.4, 1000, Some(ours)).verdict, Verdict::Holds);
    let claim = statement().mean_of(101.5, 1000, Some(ours));
    assert!(matches!(claim.verdict, Verdict::Differs { .. }), "{claim:?}");
}

#[test]
fn limits_are_kept_broken_or_left_open_by_the_whole_interval() {
    assert_eq!(statement().below(10.0, estimate(8.0, 1.9)).verdict, Verdict::Holds);
    let open = statement().below(10.0, estimate(8.0, 2.1)).verdict;
    assert!(matches!(open, Verdict::NotTestable { .. }), "{open:?}");
    let broken = statement().below(10.0, estimate(12.0, 1.9)).verdict;
    assert_eq!(broken, Verdict::differs("+2.0 nodes (+20.0 %)".to_owned()));
    assert_eq!(statement().at_least(10.0, estimate(12.0, 1.9)).verdict, Verdict::Holds);
    let broken = statement().at_least(10.0, estimate(8.0, 1.9)).verdict;
    assert!(matches!(broken, Verdict::Differs { .. }), "{broken:?}");
    assert_eq!(statement().within(55.0, 65.0, estimate(54.0, 1.5)).verdict, Verdict::Holds);
    let outside = statement().within(55.0, 65.0, estimate(50.0, 1.5)).verdict;
    assert_eq!(outside, Verdict::differs("-5.0 nodes (-9.1 %)".to_owned()));
}

#[test]
fn a_claim_on_many_cases_holds_for_all_or_names_those_for_which_it_does_not() {
    let claim = |cases: &[(u32, bool)]| statement().in_all("all", cases.to_vec());
    assert_eq!(claim(&[(3, true), (4, true)]).verdict, Verdict::Holds);
    let broken = claim(&[(3, true), (4, false)]);
    assert_eq!(broken.verdict, Verdict::fails_for(vec!["4".to_owned()]));
    assert_eq!(broken.ours, "1 of 2 cases");
    assert!(matches!(claim(&[]).verdict, Verdict::NotTestable { .. }));
    let open = |cases: &[(u32, Option<bool>)]| statement().in_all("all", cases.to_vec()).verdict;
    let undecided = open(&[(3, Some(true)), (4, None)]);
    assert!(matches!(&undecided, Verdict::NotTestable { why } if why.ends_with(": 4")));
    assert!(matches!(open(&[(3, Some(false)), (4, None)]), Verdict::Differs { .. }));
    let missing =
        |first: bool| statement().in_all("all", [(3, Case::from(first)), (4, Case::NotMeasured)]);
    let left_out = missing(true);
    assert!(matches!(&left_out.verdict, Verdict::NotTestable { why } if why.contains(": 4")));
    assert_eq!(left_out.ours, "1 of 1 case; 1 not measured");
    assert!(matches!(missing(false).verdict, Verdict::Differs { .. }), "one case is enough");
    let none = statement().in_all("all", [(3, Case::measured(None::<bool>))]);
    assert_eq!(none.ours, "not measured");
}

#[test]
fn what_was_not_measured_is_not_judged() {
    for claim in [
        statement().equals(1.0, 0.5, None),
        statement().below(1.0, None),
        statement().mean_of(1.0, 1, None),
        statement().within(0.0, 1.0, Some(Estimate::percent(0, 0))),
    ] {
        assert!(matches!(claim.verdict, Verdict::NotTestable { .. }), "{claim:?}");
    }
}

#[test]
fn intervals_print_as_half_widths_only_if_they_are_symmetric() {
    assert_eq!(estimate(1234.5, 2.0).unwrap().display(1), "1,234.5 ± 2.0");
    assert_eq!(Estimate { value: 5.0, low: 4.0, high: 7.0 }.display(0), "5 (4 to 7)");
    assert_eq!(Estimate::exact(5.0).display(0), "5");
    assert_eq!(Estimate::percent(0, 0).display(1), "n/a");
}

#[test]
fn the_interval_of_a_ratio_has_the_parts_relative_widths() {
    let ratio = estimate(200.0, 6.0).unwrap().over(estimate(100.0, 4.0).unwrap());
    assert!((ratio.value - 2.0).abs() < 1e-12 && (ratio.half_width() - 0.1).abs() < 1e-12);
}

#[test]
fn of_several_numbers_one_that_differs_decides_and_one_that_is_missing_leaves_it_open() {
    let number = |name: &str, ours: Option<Estimate>, allowed| {
        let name = name.to_owned();
        Compared { name, paper: 16.6, decimals: 1, ours, allowed }
    };
    let same = || number("a", estimate(16.649, 2.0), 0.05);
    let claim = statement().each([same(), number("b", estimate(18.0, 1.0), 1.5)]);
    assert_eq!(claim.verdict, Verdict::Holds);
    assert_eq!(claim.paper, "a: 16.6; b: 16.6 nodes");
    assert_eq!(claim.ours, "a: 16.6 ± 2.0; b: 18.0 ± 1.0 nodes");
    let claim = statement().each([same(), number("b", None, 0.05)]);
    let why = "not measured with these settings or in this unfinished run: b; the others agree"
        .to_owned();
    assert_eq!(claim.verdict, Verdict::NotTestable { why });
    // A wide interval does not excuse a number that should be equal.
    let claim = statement().each([number("a", estimate(16.66, 2.0), 0.05), number("b", None, 1.0)]);
    assert_eq!(claim.verdict, Verdict::differs("a: +0.1 nodes (+0.4 %)".to_owned()));
    let nothing = statement().each([number("b", None, 0.05)]);
    assert!(matches!(nothing.verdict, Verdict::NotTestable { .. }), "{nothing:?}");
    assert_eq!(nothing.ours, "not measured");
}

#[test]
fn what_is_said_of_all_cases_does_not_hold_in_an_unfinished_run() {
    let all = |so| statement().in_all("all", [("a", true), ("b", so)]).of_unfinished_run();
    let why = "the run is not finished; so far: 2 of 2 cases".to_owned();
    assert_eq!(all(true).verdict, Verdict::NotTestable { why });
    // One case is enough to differ.
    assert_eq!(all(false).verdict, Verdict::fails_for(vec!["b".to_owned()]));
    let one = statement().equals(1.0, 0.0, estimate(1.0, 0.0)).of_unfinished_run();
    assert_eq!(one.verdict, Verdict::Holds);
}

#[test]
fn a_case_is_told_with_its_numbers_or_as_not_measured() {
    let at_least = |limit| estimate(5.0, 1.0).and_then(|ours| ours.is_at_least(limit));
    assert_eq!([4.0, 5.0, 6.5].map(at_least), [Some(true), None, Some(false)]);
    assert_eq!(
        Case::told("b = 2", Some(("0.5", at_least(4.0)))),
        ("b = 2: 0.5".to_owned(), Case::True)
    );
    assert_eq!(Case::told("b = 2", Some(("0.5", at_least(5.0)))).1, Case::Undecided);
    assert_eq!(Case::told("b = 2", None::<(&str, bool)>), ("b = 2".to_owned(), Case::NotMeasured));
}
