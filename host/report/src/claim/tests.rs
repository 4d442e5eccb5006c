use plyscope_run::statistics::Mean;

use super::{Case, Claim, Verdict};
use crate::{Bracket, Cause, Compared, Estimate, Meaning, Origin, Place, Standing};

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
    assert!(matches!(&undecided, Verdict::NotTestable { why, .. } if why.ends_with(": 4")));
    assert!(matches!(open(&[(3, Some(false)), (4, None)]), Verdict::Differs { .. }));
    let missing =
        |first: bool| statement().in_all("all", [(3, Case::from(first)), (4, Case::NotMeasured)]);
    let left_out = missing(true);
    assert!(matches!(&left_out.verdict, Verdict::NotTestable { why, .. } if why.contains(": 4")));
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
        statement().mean_of(1.0, 1, None::<Mean>),
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
    let claim = statement().each([same(), number("b", estimate(17.0, 1.0), 1.5)]);
    assert_eq!(claim.verdict, Verdict::Holds);
    assert_eq!(claim.paper, "a: 16.6; b: 16.6 nodes");
    assert_eq!(claim.ours, "a: 16.6 ± 2.0; b: 17.0 ± 1.0 nodes");
    let claim = statement().each([same(), number("b", None, 0.05)]);
    let why = "not measured with these settings or in this unfinished run: b; the others agree";
    assert_eq!(claim.verdict, Verdict::open(why));
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
    assert_eq!(all(true).verdict, Verdict::open("the run is not finished; so far: 2 of 2 cases"));
    // One case is enough to differ.
    assert_eq!(all(false).verdict, Verdict::fails_for(vec!["b".to_owned()]));
    let one = statement().equals(1.0, 0.0, estimate(1.0, 0.0)).of_unfinished_run();
    assert_eq!(one.verdict, Verdict::Holds);
}

#[test]
fn a_case_is_told_with_its_numbers_or_as_not_measured() {
    let ours = estimate(5.0, 1.0).unwrap();
    let at_least = |limit| ours.is_at_least(limit).decided();
    assert_eq!([4.0, 5.0, 6.5].map(at_least), [Some(true), None, Some(false)]);
    assert_eq!(
        Case::told("b = 2", Some(("0.5", at_least(4.0)))),
        ("b = 2: 0.5".to_owned(), Case::True)
    );
    assert_eq!(Case::told("b = 2", Some(("0.5", at_least(5.0)))).1, Case::Undecided);
    assert_eq!(Case::told("b = 2", None::<(&str, bool)>), ("b = 2".to_owned(), Case::NotMeasured));
}

#[test]
fn that_there_is_a_case_does_not_fail_because_of_cases_that_were_not_run() {
    let some = |cases: &[(u32, Case)]| statement().in_some("in some cases", cases.to_vec());
    let missing = some(&[(2, Case::False), (3, Case::NotMeasured)]);
    assert!(matches!(&missing.verdict, Verdict::NotTestable { why, .. } if why.ends_with(": 3")));
    assert_eq!(some(&[(2, Case::False), (3, Case::True)]).verdict, Verdict::Holds);
    assert_eq!(some(&[(2, Case::NotMeasured), (3, Case::True)]).verdict, Verdict::Holds);
    let none = some(&[(2, Case::False), (3, Case::False)]);
    assert!(matches!(&none.verdict, Verdict::Differs { by, .. } if by == "in no case: 2; 3"));
    let open = some(&[(2, Case::False), (3, Case::Undecided)]).verdict;
    assert!(matches!(open, Verdict::NotTestable { .. }), "{open:?}");
    // More cases may come: what an unfinished run has not found does not differ, and what it has found stays.
    let unfinished = none.of_unfinished_run().verdict;
    assert!(matches!(unfinished, Verdict::NotTestable { .. }), "{unfinished:?}");
    assert_eq!(some(&[(3, Case::True)]).of_unfinished_run().verdict, Verdict::Holds);
}

#[test]
fn a_bracket_of_depths_shows_both_ends_and_is_no_interval_of_confidence() {
    let claim = |less, more| statement().in_bracket(80.0, Some(Bracket { less, more }));
    assert_eq!(claim(80.0, 81.0).verdict, Verdict::Holds);
    assert_eq!(claim(80.0, 81.0).ours, "80 (less work) to 81 (more work) nodes");
    assert_eq!(claim(81.0, 82.0).verdict, Verdict::differs("+1.0 nodes (+1.2 %)".to_owned()));
    assert_eq!(claim(70.0, 78.0).verdict, Verdict::differs("-2.0 nodes (-2.5 %)".to_owned()));
    // As an interval of confidence it would be too wide to decide.
    let wide = Some(Estimate { value: 80.0, low: 60.0, high: 100.0 });
    assert!(matches!(statement().equals(80.0, 0.0, wide).verdict, Verdict::NotTestable { .. }));
    assert_eq!(claim(60.0, 100.0).verdict, Verdict::Holds);
    assert_eq!(Bracket { less: 10.0, more: 11.0 }.minus(8.0), Bracket { less: 2.0, more: 3.0 });
}

#[test]
fn agreement_needs_a_margin_not_only_an_interval_that_reaches_the_number() {
    // The interval reaches 100, but also 85: that is no agreement.
    let wide = statement().equals(100.0, 0.0, estimate(93.0, 8.0)).verdict;
    assert!(matches!(wide, Verdict::NotTestable { .. }), "{wide:?}");
    assert_eq!(statement().equals(100.0, 0.0, estimate(97.0, 6.0)).verdict, Verdict::Holds);
    // The same for a mean of another sample, and for a range.
    let ours = Mean { count: 10, mean: 93.0, half_width: 8.0 };
    let wide = statement().mean_of(100.0, 10, Some(ours)).verdict;
    assert!(matches!(wide, Verdict::NotTestable { .. }), "{wide:?}");
    let wide = statement().within(90.0, 100.0, estimate(85.0, 8.0)).verdict;
    assert!(matches!(wide, Verdict::NotTestable { .. }), "{wide:?}");
}

#[test]
fn one_case_of_many_fails_a_statement_only_if_it_is_sure_among_all() {
    let case = |limit: f64| estimate(5.0, 1.0).unwrap().is_below(limit);
    // Alone, an interval from 4 to 6 is at least 3.9. Among ten it reaches below.
    let alone = statement().in_all("all", [(0, case(3.9))]).verdict;
    assert!(matches!(alone, Verdict::Differs { .. }), "{alone:?}");
    let of_ten = |first: f64| {
        let cases = (0..10).map(|place| (place, case(if place == 0 { first } else { 7.0 })));
        statement().in_all("all", cases).verdict
    };
    assert!(matches!(of_ten(3.9), Verdict::NotTestable { .. }), "{:?}", of_ten(3.9));
    assert!(matches!(of_ten(3.5), Verdict::Differs { .. }), "sure even among ten");
    // All of them confirm it together, each by itself.
    assert_eq!(of_ten(6.1), Verdict::Holds);
    // One case that confirms what is said of some must be sure among all, too.
    let some = |limit: f64| {
        let cases = (0..10).map(|place| (place, case(if place == 0 { limit } else { 3.0 })));
        statement().in_some("some", cases).verdict
    };
    assert!(matches!(some(6.1), Verdict::NotTestable { .. }), "{:?}", some(6.1));
    assert_eq!(some(6.5), Verdict::Holds);
    // A point of a statement is one of its points.
    let point = |points: usize| statement().one_of(points).below(3.9, estimate(5.0, 1.0)).verdict;
    assert!(matches!(point(1), Verdict::Differs { .. }));
    assert!(matches!(point(10), Verdict::NotTestable { .. }));
    let printed = |points| statement().one_of(points).equals(6.1, 0.0, estimate(5.0, 1.0)).verdict;
    assert!(matches!(printed(1), Verdict::Differs { .. }));
    assert!(matches!(printed(10), Verdict::NotTestable { .. }));
}

#[test]
fn what_depends_on_our_reading_says_so_and_where_it_turns() {
    let much = Meaning::at_most("considerably", 7.5);
    let read = |numbers: &[Option<Estimate>]| {
        statement().reads(much, (1..).zip(numbers.iter().copied()).collect::<Vec<(i32, _)>>())
    };
    let holds = read(&[estimate(5.0, 0.0), estimate(7.0, 0.0)]);
    let Verdict::ByReading(by) = &holds.verdict else { panic!("{holds:?}") };
    assert!(by.holds && !holds.differs());
    assert_eq!(by.turns, "turns at 7.0 nodes");
    assert_eq!(holds.paper, "considerably; our reading: at most 7.5 nodes");
    assert_eq!(holds.ours, "7.0 nodes, the greatest of 2 (2)");
    let differs = read(&[estimate(9.0, 1.0)]);
    assert_eq!(
        differs.verdict.display(),
        "differs by our reading (considerably: at most 7.5 nodes; holds from 10.0 nodes on, differs below 8.0 nodes)"
    );
    assert!(differs.differs());
    let open = read(&[estimate(7.0, 1.0)]).verdict;
    assert!(matches!(open, Verdict::NotTestable { missing: false, .. }), "{open:?}");
    let one_seed = read(&[estimate(7.0, f64::INFINITY)]).verdict.display();
    assert!(one_seed.contains("at no limit that so small a sample tells"), "{one_seed}");
    let left = read(&[estimate(5.0, 1.0), None]).verdict;
    assert!(matches!(left, Verdict::NotTestable { .. }), "{left:?}");
    let many = statement().reads(
        Meaning::at_least("often", 50.0),
        [("a", estimate(60.0, 5.0)), ("b", estimate(70.0, 5.0))],
    );
    let Verdict::ByReading(by) = &many.verdict else { panic!("{many:?}") };
    assert!(by.holds && by.turns.starts_with("holds up to 55.0 nodes, differs above 65."));
    let about = |ours| statement().about("about", 70.0, 2.5, ours);
    let Verdict::ByReading(by) = about(estimate(69.0, 0.0)).verdict else { panic!() };
    assert!(by.holds && by.turns == "turns at 1.0 nodes");
    assert!(about(estimate(60.0, 1.0)).differs());
    // A distance is at least 0, among others, too.
    let wide = statement().one_of(9).about("about", 70.0, 20.0, estimate(69.0, 16.0));
    let Verdict::ByReading(by) = wide.verdict else { panic!() };
    assert!(
        by.holds && by.turns == "holds from 17.0 nodes on, differs at no limit",
        "{}",
        by.turns
    );
    assert!(matches!(about(None).verdict, Verdict::NotTestable { missing: true, .. }));
}

#[test]
fn a_run_with_other_settings_prints_neither_unknown_causes_nor_what_it_did_not_measure() {
    let other = |claim: Claim| claim.with_other_settings();
    assert_eq!(other(statement().equals(1.0, 0.0, None)), None);
    assert_eq!(other(statement().in_all("all", [("a", Case::NotMeasured)])), None);
    let differs = statement().equals(1.0, 0.0, estimate(2.0, 0.0));
    assert_eq!(other(differs.clone()).unwrap().cause, Some(Cause::SETTINGS));
    let unknown = Claim { cause: Some(Cause::UNKNOWN), ..differs.clone() };
    assert_eq!(other(unknown).unwrap().cause, Some(Cause::SETTINGS));
    let known = Some(Cause { likely: "ties.", tells: "" });
    assert_eq!(other(Claim { cause: known, ..differs }).unwrap().cause, known);
    let holds = statement().equals(1.0, 0.0, estimate(1.0, 0.0));
    assert_eq!(other(holds.clone()), Some(holds));
}

#[test]
fn a_statement_is_counted_once_and_what_is_beside_it_not() {
    let claim = |statement: super::Statement| statement.equals(1.0, 0.0, None);
    assert!(claim(statement()).counts());
    let again = claim(statement().again("korf-fig-16", "wins"));
    assert_eq!(again.standing, Standing::Again(Place::new("korf-fig-16", "wins")));
    let reading = claim(statement().reading_of("korf-fig-8", "widest"));
    let ours = claim(statement().inferred());
    assert_eq!(ours.origin, Origin::Own, "it is in no paper");
    for claim in [again, reading, ours, claim(statement().own()), claim(statement().independent())]
    {
        assert!(!claim.counts(), "{claim:?}");
    }
}

#[test]
fn an_interval_among_others_is_wider_and_a_distance_has_the_intervals_ends() {
    let one = Estimate { value: 5.0, low: 4.0, high: 7.0 };
    assert_eq!(one.among(1), one);
    let among = one.among(5);
    let wider = 2.576 / 1.960;
    assert!(
        (among.low - (5.0 - wider)).abs() < 1e-3 && (among.high - (5.0 + 2.0 * wider)).abs() < 1e-3
    );
    assert_eq!(Estimate::exact(5.0).among(9), Estimate::exact(5.0));
    assert_eq!(one.distance_to(1.0), Estimate { value: 4.0, low: 3.0, high: 6.0 });
    assert_eq!(one.distance_to(9.0), Estimate { value: 4.0, low: 2.0, high: 5.0 });
    assert_eq!(one.distance_to(6.0), Estimate { value: 1.0, low: 0.0, high: 2.0 });
}
