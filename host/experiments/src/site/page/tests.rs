//! Tests of the page, with an invented run whose texts contain markup.

use plyscope_report::{
    Axis, Cell, Claim, Edge, Estimate, Figure, Mark, Plot, Series, Summary, Table, Tree, TreeNode,
};
use plyscope_run::record::{Manifest, Shard};
use serde_json::json;

use crate::About;
use crate::keys::{FirstSeed, Key};
use crate::site::{Chapter, Extent, Setting, Site};

const HOSTILE: &str = "</svg></title><script>alert(\"x\")</script> & 'y' <b>";

/// Experiments of which there is a description alone; the last is in no topic of the first screen.
pub(in crate::site) static ABOUTS: [About; 3] =
    [about("zhang-table-1"), about("korf-fig-9"), about("of-other-people")];

const fn about(id: &'static str) -> About {
    let settings = const { &[Key::of::<FirstSeed>("seed", "")] };
    About { id, title: "A table", source: "A paper", what: "It counts nodes.", settings }
}

pub(in crate::site) fn chapter(units: u64) -> Chapter {
    let mut table = Table::new(HOSTILE, ["depth", HOSTILE]);
    table.rows.push(vec![Cell::number(2, 0), Cell::measured(Estimate::percent(30, 100), 1)]);
    table.rows.push(vec![Cell::text(HOSTILE), Cell::Empty]);
    let plot = Plot {
        name: "a-plot".to_owned(),
        title: HOSTILE.to_owned(),
        x: Axis::linear(HOSTILE),
        y: Axis::log("nodes"),
        series: vec![Series::line(HOSTILE, [(1.0, Estimate::exact(3.0))])],
        marks: vec![Mark::Point { x: 1.0, y: 2.0, label: HOSTILE.to_owned() }],
    };
    let leaf = TreeNode { label: HOSTILE.to_owned(), pruned: true, ..TreeNode::default() };
    let root = TreeNode {
        children: vec![Edge { label: HOSTILE.to_owned(), to: leaf }],
        ..TreeNode::default()
    };
    let (name, title) = ("a-tree".to_owned(), "Tree".to_owned());
    let tree = Tree { name, title, root, notes: vec![HOSTILE.to_owned()] };
    let claim = Claim::of(HOSTILE, HOSTILE, "nodes", 0);
    Chapter {
        key: ABOUTS[0].id.to_owned(),
        about: &ABOUTS[0],
        settings: vec![Setting {
            name: "order".to_owned(),
            value: HOSTILE.to_owned(),
            meaning: "",
        }],
        scale: "quick".to_owned(),
        command: format!("plyscope {HOSTILE}"),
        extent: Extent { units, of: 10, open: false, shard: Shard::WHOLE },
        seconds: 12.0,
        manifest: Manifest::new("experiment", json!({}), Some(10), 1, Shard::WHOLE),
        summary: Summary {
            tables: vec![table],
            figures: vec![Figure::Plot(plot), Figure::Tree(tree)],
            claims: vec![claim.equals(10.0, 0.5, Some(Estimate::exact(12.0)))],
        },
    }
}

fn html(chapters: Vec<Chapter>) -> String {
    let experiments = ABOUTS.iter().map(|about| about.id).collect();
    Site { chapters, experiments }.html().unwrap()
}

#[test]
fn no_text_of_a_run_becomes_markup() {
    let page = html(vec![chapter(10)]);
    assert_eq!(page.matches("<script").count(), 1, "the page's own script alone");
    assert!(!page.contains("<b>") && !page.contains("alert(\""));
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert!(page.contains("&lt;script&gt;") || page.contains("&#60;script&#62;"));
}

#[test]
fn what_is_missing_of_a_run_is_said_in_the_overview_and_in_its_own_part() {
    let page = html(vec![chapter(3)]);
    assert!(page.contains("Not finished: 3 of 10 units."));
    assert!(page.contains("not finished:</strong> 3 of 10 units"));
    assert!(page.contains("1 of 1 runs is"));
    let page = html(vec![chapter(10)]);
    assert!(!page.contains("ot finished"));
}

#[test]
fn experiments_without_a_run_are_named_where_most_have_one() {
    let one = ABOUTS[0].id;
    let page = |experiments: &[&'static str]| {
        Site { chapters: vec![chapter(10)], experiments: experiments.to_vec() }.html().unwrap()
    };
    assert_eq!(page(&[one, one, "other"]).matches("There is no run of: other.").count(), 1);
    for few in [&[one][..], &[one, "other"], &[one, "other", "another"]] {
        assert!(!page(few).contains("no run of"), "{few:?}");
    }
}

#[test]
fn the_page_names_no_address_that_a_browser_would_ask_for() {
    let page = html(vec![chapter(10)]);
    for attribute in ["src=\"", "href=\"", "url(", "@import", "srcset"] {
        for (at, _) in page.match_indices(attribute) {
            let rest = &page[at + attribute.len()..];
            // A link to the PNG beside the page is followed by a reader alone.
            let png = attribute == "href=\"" && rest.split('"').next().unwrap().ends_with(".png");
            assert!(png || rest.starts_with('#') || rest.starts_with("data:"), "{}", &rest[..40]);
        }
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn every_figure_is_an_image_with_a_title_and_a_description_of_its_own() {
    let page = html(vec![chapter(10)]);
    assert_eq!(page.matches("role=\"img\" aria-label=\"").count(), 2);
    for name in ["a-plot", "a-tree"] {
        let id = format!("{}-{name}", ABOUTS[0].id);
        assert_eq!(page.matches(&format!("<desc id=\"{id}-desc\">")).count(), 1);
        assert!(page.contains(&format!("aria-describedby=\"{id}-desc\"")));
    }
}

#[test]
fn runs_are_named_by_the_experiment_too_for_two_have_the_same_source() {
    let page = html(vec![chapter(10)]);
    let id = format!("{}</code>", ABOUTS[0].id);
    let (contents, rest) = page.split_once("</nav>").unwrap();
    assert_eq!(contents.matches(&id).count(), 1);
    let (_, runs) = rest.split_once("<caption>Runs</caption>").unwrap();
    let (runs, _) = runs.split_once("</table>").unwrap();
    assert_eq!(runs.matches(&id).count(), 1);
}

#[test]
fn the_overview_counts_claims_by_whose_they_are() {
    let mut chapter = chapter(10);
    let own = Claim::of("", "", "", 0).own().equals(1.0, 0.0, Some(Estimate::exact(1.0)));
    chapter.summary.claims.push(own);
    let page = html(vec![chapter]);
    let (_, overview) = page.split_once("id=\"overview\"").unwrap();
    assert!(overview.contains("papers&#39; 1 claim, 0 hold, 1 differs"), "{}", &overview[..400]);
    assert!(overview.contains("of 1 expectation of our own"), "{}", &overview[..400]);
    assert!(page.contains("data-label=\"origin\">own</td>") && page.contains(">paper</td>"));
}

#[test]
fn the_small_page_shows_the_files_beside_it_by_relative_links() {
    let site = Site { chapters: vec![chapter(10)], experiments: Vec::new() };
    let page = site.linked_html().unwrap();
    let key = ABOUTS[0].id;
    for ending in ["svg", "csv"] {
        assert!(page.contains(&format!("href=\"{key}/a-plot.{ending}\"")), "{ending}");
    }
    assert!(page.contains(&format!("src=\"{key}/a-plot.svg\"")));
    assert!(!page.contains("<svg") && !page.contains("<b>") && !page.contains("alert(\""));
    for attribute in ["src=\"", "href=\""] {
        for (at, _) in page.match_indices(attribute) {
            let link = page[at + attribute.len()..].split('"').next().unwrap();
            assert!(!link.starts_with('/') && !link.contains("://"), "{link}");
        }
    }
}

#[test]
fn statements_are_complete_without_the_script_and_carry_what_it_filters_by() {
    let mut chapter = chapter(10);
    let of = |depth: u32| {
        let claim = Claim::of("s", format!("nodes at depth {depth}"), "", 0);
        claim.point_of("nodes", "nodes at depth …")
    };
    chapter.summary.claims.push(of(1).equals(1.0, 0.0, Some(Estimate::exact(1.0))));
    chapter.summary.claims.push(of(2).own().equals(1.0, 0.0, None));
    chapter.summary.claims.push(of(3).equals(1.0, 0.0, Some(Estimate::exact(3.0))));
    let page = html(vec![chapter]);
    let (_, table) = page.split_once("class=\"sortable statements cards\"").unwrap();
    let (table, _) = table.split_once("</table>").unwrap();
    assert_eq!(table.matches("<tr data-whose").count(), 3);
    assert!(table.contains("data-whose=\"paper\" data-verdict=\"differs\""));
    assert!(table.contains("data-whose=\"own\" data-verdict=\"untested\""));
    let points = "<summary>nodes at depth … <span class=\"small\">(2 points)</span></summary>";
    assert!(table.contains(points), "{table}");
    assert!(table.contains("nodes at depth 3: stated 1, here 3"));
}
