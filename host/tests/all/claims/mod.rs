//! What a search says of a value is true: every claim (exact, at least, at most, the final score; of the game or of the horizon) of
//! every algorithm with every option and limit, against exhaustive search.
//!
//! `PROPTEST_RNG_SEED` gives other positions and engines. A failure names the seed with which it can be repeated.

mod engines;
mod positions;

use std::cell::RefCell;
use std::collections::BTreeMap;

use plyscope::domain::Domain;
use plyscope::engine::{Algorithm, Engine};
use plyscope::game::GameRecord;
use plyscope::judged::{BoundKind, Judged};
use plyscope::player::{
    AnySearch, Local, PlayerError, player_of, proves, run_watched, search_of, value_moves,
};
use plyscope_core::{Bound, Judgement, Progress, Report, Request, Search, Stop};

use engines::{Engines, Trial};
use positions::{Case, GameOf, Known};

/// A small generator of random numbers.
pub(crate) struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

thread_local! {
    /// Claims that are not true, by kind: how many, and the first.
    static FALSE: RefCell<BTreeMap<String, (u64, String)>> = const { RefCell::new(BTreeMap::new()) };
}

/// Claims by kind.
type Tally = BTreeMap<String, u64>;

/// Where a claim comes from, for messages.
struct Source<'a, D: Domain> {
    case: &'a Case<D>,
    engine: &'a Engine,
    seed: u64,
    /// What was done.
    what: &'a str,
    /// Whether the search knows of earlier ones. It may then value a position by what was found beyond its horizon.
    remembers: bool,
}

impl<D: Known + Clone> Source<'_, D> {
    fn fail(&self, claim: &str) {
        let failure = format!(
            "{claim}\n  truth {} (score {})\n  {}\n  {}\n  {}\n  again: PROPTEST_RNG_SEED={}",
            self.case.truth(self.engine),
            self.case.score,
            self.engine,
            self.case.name,
            self.what,
            self.seed,
        );
        let kind = format!("{} {}", self.engine.algorithm(), self.what);
        FALSE.with_borrow_mut(|all| all.entry(kind).or_insert((0, failure)).0 += 1);
    }

    fn require(&self, holds: bool, claim: impl FnOnce() -> String) {
        if !holds {
            self.fail(&claim());
        }
    }

    /// Checks what a report claims of the game, or else of the horizon.
    fn check<M: Copy + std::fmt::Debug>(&self, report: &Report<'_, M>, tally: &mut Tally)
    where
        GameOf<D>: plyscope_core::Game<Move = M>,
    {
        let Self { case, engine, .. } = self;
        let (truth, value) = (case.truth(engine), report.value);
        let most_plies = case.domain.most_plies(&case.game, &case.position);
        let judged = Judged::of_report(report, most_plies, case.domain.unit(engine), "the mover");
        let claim = || format!("{judged:?}, {report:?}");
        match (judged.bound, judged.proven) {
            (BoundKind::Exact, true) => {
                self.require(value == truth, claim);
                // What is said of the end of the game.
                let score = judged.judgement().score();
                self.require(score.is_none_or(|score| score == case.score), claim);
            }
            (BoundKind::Lower, true) => self.require(value <= truth, claim),
            (BoundKind::Upper, true) => self.require(value >= truth, claim),
            (BoundKind::Horizon | BoundKind::Lower | BoundKind::Upper, _) => {
                if self.remembers || !self.check_horizon(report, &claim) {
                    return;
                }
            }
            _ => return,
        }
        if judged.proven
            && matches!(judged.bound, BoundKind::Exact | BoundKind::Lower)
            && report.bound != Bound::Estimate
            && let Some(mv) = report.best_move
        {
            let kept = self.case.after(mv);
            let reached = case.domain.finished(engine, -kept.score);
            self.require(reached >= value, || format!("the move reaches {reached}: {}", claim()));
        }
        let proven = if judged.proven { "of the game" } else { "of the horizon" };
        let name = format!("{} {} {proven}", engine.algorithm(), judged.bound.name());
        *tally.entry(name).or_default() += 1;
    }

    /// Checks a claim about the horizon, if there is one.
    fn check_horizon<M>(&self, report: &Report<'_, M>, claim: &dyn Fn() -> String) -> bool {
        let Self { case, engine, .. } = self;
        let depth = match engine.algorithm() {
            // Its depth is that of its line.
            Algorithm::BStar => engine.limits().depth,
            // A stopped iteration is one ply deeper than the last finished one.
            _ if report.bound == Bound::Lower && report.stop != Stop::Completed => {
                let deepens = engine.deepens() || engine.algorithm() == Algorithm::Pvs;
                report.depth + u32::from(deepens)
            }
            _ => report.depth,
        };
        let Some(horizon) = case.horizon(engine, depth) else { return false };
        let says = || format!("{horizon} at depth {depth}: {}", claim());
        match report.bound {
            Bound::Exact => self.require(report.value == horizon, says),
            Bound::Lower => self.require(report.value <= horizon, says),
            Bound::Upper => self.require(report.value >= horizon, says),
            _ => return false,
        }
        true
    }
}

/// Searches a position in all ways, and checks every claim. Returns whether the game has such an engine.
fn examine<D: Known + Clone>(
    case: &Case<D>,
    engine: &Engine,
    (seed, random): (u64, &mut Random),
    tally: &mut Tally,
) -> bool {
    let (domain, position) = (&case.domain, &case.position);
    let source = |what| Source { case, engine, seed, what, remembers: false };
    let new_search = || match search_of(domain, engine, case.game.clone()) {
        Ok(search) => Some(search),
        Err(error) if error.is_usage() => None,
        Err(error) => panic!("{engine}: {error}"),
    };
    let Some(mut search) = new_search() else { return false };
    let mut next = None;
    match run_watched(&mut search, engine, position, &mut ()) {
        Ok(report) => {
            source("at once").check(&report, tally);
            check_finished(&source("at once"), &report);
            next = report.best_move;
        }
        Err(PlayerError::TooLarge(_)) => {}
        Err(error) => panic!("{engine}: {error}"),
    }
    // In slices, which may be looked at.
    let Some(mut search) = new_search() else { return false };
    let slice = [1, 2, 7, 30][random.below(4)];
    let sliced: &mut dyn Search<GameOf<D>> = match &mut search {
        AnySearch::Here(search) => &mut **search,
        AnySearch::Device(_) => unreachable!("no device was asked for"),
    };
    sliced.start(&Request::new(position).limits(engine.limits()));
    let pauses = random.below(60);
    for _ in 0..=pauses {
        let progress = sliced.step(slice);
        source("in slices").check(&sliced.report(), tally);
        if !matches!(progress, Ok(Progress::Paused)) {
            break;
        }
    }
    sliced.stop();
    source("in slices, stopped").check(&sliced.report(), tally);
    // The next position, with what is known from this one.
    if let Some(mv) = next {
        if let AnySearch::Here(Local::Tree(search)) = &mut search {
            search.advance(mv);
        }
        let after = case.after(mv);
        if let Ok(report) = run_watched(&mut search, engine, &after.position, &mut ()) {
            let source =
                Source { case: &after, engine, seed, what: "after a move", remembers: true };
            source.check(&report, tally);
        }
    }
    if engine.time.is_none() && random.below(8) == 0 {
        check_moves(&source("all moves"), &mut search, tally);
    }
    check_solutions(&source("to the end"), tally);
    true
}

/// A finished game has its outcome, and nothing else, whoever is asked.
fn check_finished<D: Known + Clone, M: std::fmt::Debug>(
    source: &Source<'_, D>,
    report: &Report<'_, M>,
) {
    let case = source.case;
    if !case.is_finished() {
        return;
    }
    let claim = || format!("of a finished game: {report:?}");
    source.require(report.value == case.truth(source.engine), claim);
    source.require(report.proven && report.bound == Bound::Exact, claim);
    let tells_only_who_wins = matches!(
        report.value.judgement(),
        Judgement::Lost { by: None } | Judgement::Drawn | Judgement::Won { by: None }
    );
    source.require(report.best_move.is_none() && !tells_only_who_wins, claim);
}

/// The values of all moves.
fn check_moves<D: Known + Clone>(
    source: &Source<'_, D>,
    search: &mut AnySearch<GameOf<D>>,
    tally: &mut Tally,
) {
    let Source { case, engine, .. } = source;
    let mut left = 12;
    let found = value_moves(&case.domain, search, engine, &case.game, &case.position, &mut |_| {
        left -= 1;
        if left > 0 {
            std::ops::ControlFlow::Continue(())
        } else {
            std::ops::ControlFlow::Break(())
        }
    });
    for known in found.unwrap_or_default() {
        let truth = case.domain.finished(engine, -case.after(known.mv).score);
        let claim = || format!("{known:?}, truth {truth}");
        match (known.proven, known.bound) {
            (true, Bound::Exact) => source.require(known.value == truth, claim),
            (true, Bound::Lower) => source.require(known.value <= truth, claim),
            (true, Bound::Upper) => source.require(known.value >= truth, claim),
            _ => continue,
        }
        *tally.entry(format!("{} of a move", engine.algorithm())).or_default() += 1;
    }
}

/// Solving: by the command, and by a player near the end of a game.
fn check_solutions<D: Known + Clone>(source: &Source<'_, D>, tally: &mut Tally) {
    let Source { case, engine, .. } = source;
    let domain = &case.domain;
    if engine.nodes.is_none() && engine.time.is_none() && proves(domain, engine).unwrap_or(false) {
        let most_plies = domain.most_plies(&case.game, &case.position);
        let to_the_end = Engine { depth: Some(most_plies.max(1)), ..(*engine).clone() };
        let mut search = search_of(domain, &to_the_end, case.game.clone()).unwrap();
        if to_the_end.check().is_ok()
            && let Ok(report) = run_watched(&mut search, &to_the_end, &case.position, &mut ())
        {
            source.check(&report, tally);
            // What memory does not hold, a saved tree searches again.
            let judged = Judged::of_report(&report, most_plies, domain.unit(engine), "the mover");
            source.require(judged.is_final(), || format!("not solved: {report:?}"));
        }
    }
    let left = domain.plies_left(&case.position);
    if engine.solve > 0 && !case.is_finished() && left.is_some_and(|left| left <= engine.solve) {
        let record = GameRecord::new(case.game.clone(), case.position.clone());
        let mut player = player_of(domain, engine, case.game.clone()).unwrap();
        let choice = player.choose(&record).expect("a move");
        let valued = choice.value.expect("a value");
        let truth = case.truth(&Engine {
            evaluation: engine.evaluation.clone(),
            ..Engine::new(Algorithm::AlphaBeta)
        });
        let claim = || format!("{valued:?}");
        source.require(valued.value == truth && valued.bound == Bound::Exact, claim);
        *tally.entry("solver's exact".to_owned()).or_default() += 1;
    }
}

/// Cases of all games.
struct Cases {
    trees: Vec<Case<plyscope::domain::RandomTreeDomain>>,
    othello: Vec<Case<plyscope::domain::OthelloDomain>>,
    hexapawn: Vec<Case<plyscope::domain::HexapawnDomain>>,
    connect_four: Vec<Case<plyscope::domain::ConnectFourDomain>>,
}

impl Cases {
    fn new(random: &mut Random) -> Self {
        fn some<C>(count: usize, random: &mut Random, one: impl Fn(&mut Random) -> C) -> Vec<C> {
            (0..count).map(|_| one(random)).collect()
        }
        Self {
            trees: some(160, random, positions::tree),
            othello: some(60, random, positions::othello),
            hexapawn: some(40, random, positions::hexapawn),
            connect_four: some(40, random, positions::connect_four),
        }
    }

    /// Checks the claims of one engine in all games. Returns whether any has it.
    fn examine(
        &self,
        engine: &Engine,
        is_of_othello: bool,
        (seed, random): (u64, &mut Random),
        tally: &mut Tally,
    ) -> bool {
        fn any<'a, C>(cases: &'a [C], random: &mut Random) -> &'a C {
            &cases[random.below(cases.len())]
        }
        let mut searched = examine(any(&self.othello, random), engine, (seed, random), tally);
        if !is_of_othello {
            for _ in 0..2 {
                searched |= examine(any(&self.trees, random), engine, (seed, random), tally);
            }
            searched |= examine(any(&self.hexapawn, random), engine, (seed, random), tally);
            searched |= examine(any(&self.connect_four, random), engine, (seed, random), tally);
        }
        searched
    }
}

/// Checks at least so many claims.
#[expect(clippy::disallowed_macros, reason = "cargo test shows the counts on request")]
fn check(claims: u64, seed: u64) {
    let mut random = Random(seed);
    let mut engines = Engines::all();
    let trials: Vec<Trial> = engines.trials();
    let mut tally = Tally::new();
    let mut rounds = 0;
    while tally.values().sum::<u64>() < claims {
        let cases = Cases::new(&mut random);
        for &trial in &trials {
            // Not every engine is possible in every game.
            for _ in 0..20 {
                let Some(engine) = engines.draw(trial, &mut random) else { break };
                let is_of_othello = trial.1 == "evaluation";
                if cases.examine(&engine, is_of_othello, (seed, &mut random), &mut tally) {
                    engines.searched(trial);
                    break;
                }
            }
        }
        rounds += 1;
    }
    let wrong = FALSE.take();
    let text =
        |(kind, (count, first)): (&String, &(u64, String))| format!("{count} of {kind}: {first}");
    let some: Vec<String> = wrong.iter().map(text).collect();
    assert!(wrong.is_empty(), "claims are false:\n{}", some.join("\n"));
    engines.check();
    let total: u64 = tally.values().sum();
    println!("{total} claims in {rounds} rounds, seed {seed}");
    for (kind, count) in &tally {
        println!("{count:>8} {kind}");
    }
    assert!(total >= claims);
    // No kind of claim is missing.
    for kind in
        ["exact of the game", "lower of the game", "upper of the game", "horizon of the horizon"]
    {
        assert!(tally.iter().any(|(name, count)| name.ends_with(kind) && *count > 50), "{kind}");
    }
}

/// The seed of this run.
fn seed(usual: u64) -> u64 {
    match std::env::var("PROPTEST_RNG_SEED") {
        Ok(text) => text.parse().expect("PROPTEST_RNG_SEED is a number"),
        Err(_) => usual,
    }
}

#[test]
fn twenty_thousand_claims_of_all_searches_are_true() {
    check(20_000, seed(1));
}

/// With other positions and engines for each value of `PROPTEST_RNG_SEED`, and for each night without one.
mod nightly {
    use std::time::{SystemTime, UNIX_EPOCH};

    #[test]
    #[ignore = "takes minutes"]
    fn half_a_million_claims_of_all_searches_are_true() {
        let today =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400);
        super::check(500_000, super::seed(today));
    }
}
