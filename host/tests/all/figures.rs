//! Figures and tables for papers, as users export them.

use std::fs;
use std::path::Path;

use crate::common::directory;
use crate::plyscope::plyscope;

const SMALL: &str = "-q experiment run korf-fig-9 --scale quick --set seeds=6";

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

fn made(path: &Path) {
    let shown = path.display();
    plyscope(format!("{SMALL} --set depth=5 --run-dir {shown}/one")).succeeds();
    plyscope(format!("{SMALL} --set depth=6 --run-dir {shown}/two")).succeeds();
}

#[test]
fn every_format_says_where_it_comes_from_and_is_the_same_each_time() {
    let path = directory("figures/formats");
    made(&path);
    let shown = path.display();
    let command = "plyscope experiment run korf-fig-9 --scale ";
    for format in ["svg", "png", "pdf", "csv"] {
        let export = |to: &str, more: &str| {
            plyscope(format!(
                "export {shown}/one/korf-fig-9 --format {format} --output {shown}/{to} {more}"
            ))
            .succeeds();
            fs::read(path.join(to).join(format!("korf-fig-9.{format}"))).expect("a file")
        };
        let file = export("a", "");
        assert_eq!(file, export("b", ""), "{format}");
        let program = env!("CARGO_PKG_VERSION");
        for text in [command, "depth=5", "seeds", &format!("plyscope {program} ")] {
            assert!(contains(&file, text), "{format}: {text}");
        }
        assert!(!contains(&export("c", "--no-provenance"), command), "{format}");
    }
    let latex = plyscope(format!("export {shown}/one/korf-fig-9 --format latex")).text();
    assert!(latex.starts_with(&format!("% command: plyscope {SMALL} --set depth=5")), "{latex}");
    for part in ["\\toprule", "\\midrule", "\\bottomrule", "\\label{tab:korf-fig-9-1}"] {
        assert_eq!(latex.matches(part).count(), 1, "{part}");
    }
    let csv = fs::read_to_string(path.join("c/korf-fig-9.csv")).expect("CSV");
    assert!(csv.starts_with("series,search_depth_plies,nodes_generated_mean,low,high\n"), "{csv}");
}

#[test]
fn a_pdf_has_the_size_asked_for_embedded_fonts_and_a_title() {
    let path = directory("figures/pdf");
    made(&path);
    let shown = path.display();
    plyscope(format!(
        "export {shown}/one/korf-fig-9 --format pdf --preset column --grey --output {shown}"
    ))
    .succeeds();
    let pdf = fs::read(path.join("korf-fig-9.pdf")).expect("a PDF");
    assert!(pdf.starts_with(b"%PDF-1."));
    for part in ["/FontFile2", "/ToUnicode", "/Title", "/Subject", "/MediaBox [0 0 238."] {
        assert!(contains(&pdf, part), "{part}");
    }
    assert!(!contains(&pdf, "CreationDate"));
}

#[test]
fn a_figure_has_the_size_and_the_parts_asked_for() {
    let path = directory("figures/options");
    made(&path);
    let shown = path.display();
    let svg = |options: &str| {
        plyscope(format!(
            "export {shown}/one/korf-fig-9 --format svg --output {shown}/svg {options}"
        ))
        .succeeds();
        fs::read_to_string(path.join("svg/korf-fig-9.svg")).expect("an SVG")
    };
    assert!(svg("--width 390px --height 300").starts_with("<svg width=\"390\" height=\"300\""));
    assert!(svg("").contains(">Alpha-beta on uniform trees"));
    // The title stays in the file's metadata.
    assert_eq!(svg("--no-title").matches(">Alpha-beta on uniform trees").count(), 1);
    assert!(svg("--font serif --font-size 9pt").contains("font-family=\"serif\" font-size=\"12\""));
    assert!(
        svg("--foot").matches("plyscope -q experiment run").count()
            > svg("").matches("plyscope -q experiment run").count()
    );
    assert!(!svg("--grey").contains("#0077BB") && svg("").contains("#0077BB"));
    plyscope(format!("export {shown}/one/korf-fig-9 --format svg --output x --width wide"))
        .fails(2);
    plyscope(format!("export {shown}/one/korf-fig-9 --format pdf")).fails(2);
    // So small that there is hardly room, and smaller.
    assert!(svg("--width 50px --height 50px").starts_with("<svg width=\"50\""));
    for side in ["--width 8pt", "--width 49px", "--height 10px"] {
        let export =
            format!("export {shown}/one/korf-fig-9 --format svg --output {shown}/svg {side}");
        let message = plyscope(export).fails(2);
        assert!(message.contains("at least 50px"), "{message}");
    }
}

#[test]
fn runs_are_overlaid_and_named_by_what_differs() {
    let path = directory("figures/overlay");
    made(&path);
    let shown = path.display();
    let one = format!("{shown}/one/korf-fig-9");
    let overlay = format!("export {one} --overlay {shown}/two/korf-fig-9 --output {shown}/out");
    plyscope(format!("{overlay} --format svg")).succeeds();
    let svg = fs::read_to_string(path.join("out/korf-fig-9.svg")).expect("an SVG");
    for name in ["minimal tree, depth=5", "minimal tree, depth=6"] {
        assert_eq!(svg.matches(name).count(), 1, "{name}");
    }
    assert!(svg.contains("overlaid: plyscope -q experiment run korf-fig-9"));
    plyscope(format!("{overlay} --format csv")).succeeds();
    let errors = plyscope(format!("{overlay} --format latex")).fails(2);
    assert!(errors.contains("latex has tables alone"), "{errors}");
    let csv = fs::read_to_string(path.join("out/korf-fig-9.csv")).expect("CSV");
    assert!(csv.contains("\n\"minimal tree, depth=6\",6,"), "{csv}");
    // Neither itself nor another experiment.
    let itself = format!("export {one} --overlay {one} --format svg --output {shown}/out");
    assert!(plyscope(&itself).fails(1).contains("same settings"));
    plyscope(format!(
        "-q experiment run zhang-table-1 --scale quick --set seeds=2 --set depth=3 --run-dir {shown}/other"
    )).succeeds();
    let other = format!(
        "export {one} --overlay {shown}/other/zhang-table-1 --format svg --output {shown}/out"
    );
    assert!(plyscope(&other).fails(1).contains("only runs of one experiment"));
}

#[test]
fn printed_points_are_marked_once_in_overlays_of_runs_and_of_another_programs_points() {
    let path = directory("figures/printed");
    let shown = path.display();
    for depth in [2, 3] {
        plyscope(format!(
            "-q experiment run zhang-table-1 --scale quick --set seeds=6 --set depth={depth} --run-dir {shown}/{depth}"
        ))
        .succeeds();
    }
    let points = path.join("zhang-table-1.csv");
    fs::write(&points, "# theirs\nseries,depth,nodes,low,high\ntheirs,1,5\ntheirs,2,17,16,18\n")
        .expect("written");
    let overlay = |format: &str, more: &str| {
        format!(
            "export {shown}/2/zhang-table-1 --format {format} --output {shown}/out --overlay {more}"
        )
    };
    let all = format!("{shown}/3/zhang-table-1 --overlay {}", points.display());
    plyscope(overlay("csv", &all)).succeeds();
    let csv = fs::read_to_string(path.join("out/zhang-table-1.csv")).expect("CSV");
    // The first run ends at depth 2: depth 3 is the other's.
    for printed in ["1,5,,", "2,16.872,,", "3,49.445,,", "3,64.934,,"] {
        let line = format!("\nprinted by the paper,{printed}\n");
        assert!(csv.contains(&line), "{printed}: {csv}");
    }
    assert_eq!(csv.matches("\nprinted by the paper,3,").count(), 2, "{csv}");
    assert!(csv.contains("\ntheirs,2,17.0000,16.0000,18.0000\n"), "{csv}");
    plyscope(overlay("svg", &all)).succeeds();
    let svg = fs::read_to_string(path.join("out/zhang-table-1.svg")).expect("an SVG");
    for name in [">printed by the paper<", ">theirs<"] {
        assert_eq!(svg.matches(name).count(), 1, "{name}");
    }
    assert!(svg.contains("overlaid points: "));
    for (name, text, told) in [
        ("other.csv", "series,x,y\n", "the figures are zhang-table-1"),
        ("b/zhang-table-1.csv", "series,x,y\na,1,many\n", "line 2: write series,x,y"),
        ("c/zhang-table-1.csv", "series,x,y,low,high\na,1,2,3,1\n", "line 2: the interval's ends"),
        ("d/zhang-table-1.csv", "series,x,y,low,high\na,1,2,,3\n", "line 2: the interval's ends"),
    ] {
        let file = path.join(name);
        fs::create_dir_all(file.parent().expect("a directory")).expect("made");
        fs::write(&file, text).expect("written");
        let message = plyscope(overlay("svg", &file.display().to_string())).fails(1);
        assert!(message.contains(told), "{message}");
    }
}

#[test]
fn tables_are_exported_with_the_columns_asked_for() {
    let path = directory("figures/columns");
    made(&path);
    let run = path.join("one/korf-fig-9");
    let export = |format: &str, columns: &str| {
        plyscope(format!("export {} --format {format} --columns {columns}", run.display()))
    };
    let latex = export("latex", "depth,static_ordering_nodes").text();
    assert!(
        latex.contains("{tabular}{rr}")
            && latex.contains("    depth & static ordering, nodes \\\\\n"),
        "{latex}"
    );
    let csv = export("csv", "static_ordering_nodes,depth").text();
    assert!(
        csv.contains(
            "\nstatic_ordering_nodes,static_ordering_nodes_low,static_ordering_nodes_high,depth\n"
        ),
        "{csv}"
    );
    assert!(export("markdown", "depth").text().contains("| depth |\n"));
    let message = export("latex", "depth,width").fails(2);
    assert!(message.contains("no table has them: table 1 has depth, "), "{message}");
    assert!(export("svg", "depth").fails(2).contains("latex, csv or markdown"));
}

#[test]
fn the_long_version_names_the_source() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(plyscope("-V").text(), format!("plyscope {version}\n"));
    let long = plyscope("--version").text();
    assert!(long.starts_with(&format!("plyscope {version} (")) && long.ends_with(")\n"), "{long}");
    let cited = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../CITATION.cff"));
    assert!(cited.expect("a file").contains(&format!("\nversion: {version}\n")));
}
