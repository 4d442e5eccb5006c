use plyscope_report::{Case, Cell, Estimate};

use super::{Column, GROWING_SETTINGS, Grid, Growing, Measured, Row, SETTINGS, Settings, Trees};
use crate::{About, Scale, Study as _};

const HALF: Column = Column::ratio("half", 2, 1, 0).in_unit("of it");

/// Twice the case, and the case, for odd seeds; nothing else.
const GRID: Grid<i64> = Grid {
    about: About { id: "", title: "", source: "", what: "", settings: SETTINGS },
    cases: &[3, 4],
    name: |case| format!("case {case}"),
    trees: Trees { first: 1, scales: [4, 5, 6], piece: 2 },
    measure: |&case, seeds| {
        seeds.each(|seed| Ok(if seed % 2 == 1 { vec![2 * case, case] } else { Vec::new() }))
    },
    table: |all| all.table("halves", "", &[Column::mean("all", 1, 0), HALF]),
    plots: |_| Vec::new(),
    claims: |_| Vec::new(),
};

fn rows(settings: Settings) -> Vec<Row> {
    let tasks = GRID.tasks(&settings, &[]).unwrap();
    tasks.iter().flat_map(|task| GRID.run(&settings, task).unwrap()).collect()
}

#[test]
fn a_grid_measures_every_seed_of_every_case_in_pieces() {
    let settings = GRID.settings(Scale::Default);
    assert_eq!(settings, Settings { seed: 1, seeds: 5 });
    let rows = rows(settings);
    let text: Vec<String> = rows.iter().map(|row| serde_json::to_string(row).unwrap()).collect();
    assert_eq!(text[0], r#"{"line":0,"seed":1,"numbers":[[6,3],[]]}"#);
    assert_eq!(text[1], r#"{"line":1,"seed":1,"numbers":[[8,4],[]]}"#);
    assert_eq!(text[5], r#"{"line":1,"seed":5,"numbers":[[8,4]]}"#);
    assert_eq!(text.len(), 6);
}

#[test]
fn tables_and_claims_have_all_cases_and_say_what_was_not_measured() {
    let settings = GRID.settings(Scale::Quick);
    let rows = rows(settings);
    let all = Measured::new(&GRID, settings, &rows[..1]);
    assert_eq!(
        all.cases(&HALF, |half| half.is_below(1.0)),
        [("case 3".to_owned(), Case::NotMeasured), ("case 4".to_owned(), Case::NotMeasured)],
        "one tree has no interval"
    );
    let of_first: Vec<Row> = rows.into_iter().filter(|row| row.line == 0).collect();
    let all = Measured::new(&GRID, settings, &of_first);
    assert_eq!(
        all.cases(&HALF, |half| half.is_below(1.0)),
        [
            ("case 3: 0.50 of it".to_owned(), Estimate::exact(0.5).is_below(1.0).into()),
            ("case 4".to_owned(), Case::NotMeasured)
        ]
    );
    let numbers = all.numbers(&HALF);
    assert_eq!(numbers[0], ("case 3".to_owned(), Some(Estimate::exact(0.5))));
    assert_eq!(numbers[1], ("case 4".to_owned(), None));
    let table = GRID.summarise(&settings, &of_first).tables.remove(0);
    assert_eq!(table.rows[0][0], Cell::text("case 3"));
    assert_eq!(table.rows[0][2].display(), "0.50");
    assert_eq!(table.rows[1][1..], [Cell::Empty, Cell::Empty]);
    assert_eq!(all.points(&HALF).points.len(), 1);
}

const WINS: Column = Column::wins("wins", 1, 0);

/// A player who always wins, and one who wins every other game.
const GROWING: Growing<i64> = Growing {
    grid: Grid {
        about: About { settings: GROWING_SETTINGS, ..GRID.about },
        cases: &[1, 2],
        name: |period| format!("a game of {period} is won"),
        measure: |&period, seeds| {
            seeds.each(|seed| Ok([if i64::from(seed) % period == 0 { 1 } else { -1 }]))
        },
        trees: Trees { first: 1, scales: [10, 10, 10], piece: 5 },
        ..GRID
    },
    most: [1, 100, 100],
    column: WINS,
    at_least: 50.0,
};

#[test]
fn only_cases_that_decide_nothing_grow_and_their_intervals_hold_for_all_looks() {
    let stages = |scale| {
        let settings = GROWING.settings(scale);
        let mut rows = Vec::new();
        let mut sizes = Vec::new();
        loop {
            let tasks = GROWING.tasks(&settings, &rows).unwrap();
            if tasks.is_empty() {
                return (settings, rows, sizes);
            }
            let size =
                |case| tasks.iter().filter(move |task| task.line == case).map(|task| task.count);
            sizes.push([size(0).sum::<u32>(), size(1).sum()]);
            rows.extend(tasks.iter().flat_map(|task| GROWING.run(&settings, task).unwrap()));
        }
    };
    assert_eq!(stages(Scale::Quick).2, [[10, 10]], "at quick scale no case grows");
    let (settings, rows, sizes) = stages(Scale::Default);
    assert_eq!(sizes, [[10, 10], [0, 30], [0, 60]]);
    let all = GROWING.measured(settings, &rows);
    let seeds: Vec<u32> = rows.iter().filter(|row| row.line == 1).map(|row| row.seed).collect();
    assert!(seeds.is_sorted() && seeds.windows(2).all(|pair| pair[0] < pair[1]), "{seeds:?}");
    let line = all.line(1);
    assert_eq!((line.trees().count(), line.wins(0)), (100, Some(Estimate::percent(50, 100))));
    assert_eq!(all.number(&WINS, line), Some(Estimate::percent(50, 100).among(3)));
}
