//! Worksheets to print.

use super::*;

/// The text of the cells of tables in a page, row by row.
fn cells(dom: &str) -> Vec<Vec<String>> {
    let rows = dom
        .split("<tbody>")
        .skip(1)
        .flat_map(|body| body.split("</tbody>").next().unwrap_or_default().split("<tr>").skip(1));
    rows.map(|row| {
        let cells = row.split("</t").filter(|cell| cell.contains("<t"));
        cells.filter_map(|cell| Some(cell.rsplit_once('>')?.1.to_owned())).collect()
    })
    .collect()
}

#[test]
#[ignore = "needs chromium"]
fn a_worksheet_has_blanks_and_answers_and_each_is_printed_on_pages_of_its_own() {
    let directory = directory("trace/worksheet");
    let file = directory.join("sheet.html");
    let tree = "((3 12 8) (2 4 6) (14 5 2))";
    let words = [
        "-q",
        "trace",
        tree,
        "--algorithm",
        "alpha-beta",
        "--format",
        "worksheet",
        "--output",
        file.to_str().unwrap(),
    ];
    printed(&words);
    let output = chromium(&directory, &["--dump-dom"], &file);
    let dom = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("CONSOLE"), "{errors}");
    let rows = cells(&dom);
    let row = |cells: [&str; 7]| cells.map(str::to_owned).to_vec();
    assert_eq!(
        rows,
        [
            row(["the root", "MAX", "", "", "", "", ""]),
            row(["1", "MIN", "", "", "", "", ""]),
            row(["2", "MIN", "", "", "", "", ""]),
            row(["3", "MIN", "", "", "", "", ""]),
            // Russell & Norvig, Fig. 5.5: B is 3, C at most 2 after one leaf, D 2.
            row(["the root", "MAX", "1", "−∞", "∞", "3", "–"]),
            row(["1", "MIN", "2", "−∞", "∞", "3", "–"]),
            row(["2", "MIN", "3", "3", "∞", "≤2", "2.2, 2.3"]),
            row(["3", "MIN", "4", "3", "∞", "2", "–"]),
        ],
        "{dom}"
    );
    assert!(dom.contains("are generated: 1.1, 1.2, 1.3, 2.1, 3.1, 3.2, 3.3<"), "{dom}");
    assert!(dom.contains("never generated: 2.2, 2.3<"), "{dom}");
    // On paper: a page of blanks, and one of answers.
    let pdf = directory.join("sheet.pdf");
    let print = format!("--print-to-pdf={}", pdf.display());
    chromium(&directory, &["--no-pdf-header-footer", &print], &file);
    let pages = String::from_utf8_lossy(&fs::read(&pdf).unwrap())
        .split("/Type /Page\n")
        .count()
        .saturating_sub(1);
    assert_eq!(pages, 2);
    if let Some(pictures) = std::env::var_os("PLYSCOPE_SCREENSHOTS") {
        fs::copy(&pdf, Path::new(&pictures).join("worksheet.pdf")).unwrap();
    }
}

#[test]
fn a_tree_that_is_too_large_for_a_worksheet_is_refused_with_a_remedy() {
    let large = "trace random-tree --branching uniform:5 --seed 1 --depth 4 --algorithm minimax --format worksheet";
    let error = plyscope(large).fails(2);
    assert!(error.contains("room for 260 nodes, and this tree has 781"), "{error}");
}
