//! What a file has beside its pages, and how a report reads.

use super::super::pdfx::conformance;
use super::super::text::table;
use super::super::{Finding, PreflightError, Report, Rule, inspect};
use super::{File, hold};
use crate::print::{Pdfx, Printer};

#[test]
fn what_a_file_has_beside_its_pages_is_found() {
    hold(
        File::found,
        &[
            (
                "a script",
                |f| f.catalog += "/Names << /JavaScript << >> >>",
                "scripts: expected no scripts and actions, found JavaScript",
            ),
            (
                "an action",
                |f| f.catalog += "/OpenAction << /S /Launch >>",
                "scripts: expected no scripts and actions, found the action Launch when it is opened",
            ),
            ("an action that shows a page", |f| f.catalog += "/OpenAction << /S /GoTo >>", ""),
            (
                "an action of the file",
                |f| f.catalog += "/AA << /WC << /S /JavaScript >> >>",
                "scripts: expected no scripts and actions, found actions of the file or of a page",
            ),
            (
                "an action of a page",
                |f| f.page += "/AA << /O << /S /JavaScript >> >>",
                "scripts: expected no scripts and actions, found actions of the file or of a page",
            ),
            (
                "an attachment",
                |f| f.catalog += "/Names << /EmbeddedFiles << >> >>",
                "attachments: expected no attached files, found some",
            ),
            (
                "a collection",
                |f| f.catalog += "/Collection << >>",
                "attachments: expected no attached files, found some",
            ),
            (
                "an associated file",
                |f| f.catalog += "/AF []",
                "attachments: expected no attached files, found some",
            ),
            ("a layer", |f| f.catalog += "/OCProperties << /OCGs [20 0 R] /D << >> >>", ""),
            (
                "a hidden layer",
                |f| f.catalog += "/OCProperties << /OCGs [20 0 R] /D << /OFF [20 0 R] >> >>",
                "layers: expected no hidden layers, found 1",
            ),
            (
                "layers that are off",
                |f| f.catalog += "/OCProperties << /OCGs [20 0 R 21 0 R] /D << /BaseState /OFF /ON [20 0 R] >> >>",
                "layers: expected no hidden layers, found 1",
            ),
            (
                "layers that are on",
                |f| f.catalog += "/OCProperties << /OCGs [20 0 R 21 0 R] /D << /BaseState /ON /ON [20 0 R] >> >>",
                "",
            ),
            (
                "a layer that is not printed",
                |f| {
                    f.catalog += "/OCProperties << /OCGs [20 0 R] /D << >> >>";
                    f.objects.push(("<< /Usage << /Print << /PrintState /OFF >> >> >>", b""));
                },
                "layers: expected no hidden layers, found 1",
            ),
        ],
    );
}

#[test]
fn a_damaged_page_is_named() {
    let mut file = File::new();
    file.content += "/L Do";
    file.resources += "/XObject << /L 20 0 R >>";
    file.objects.push(("<< /Subtype /Form >>", b"/L Do"));
    let terms = Printer::builtin("kdp").unwrap().terms("6x9".parse().unwrap(), None).unwrap();
    assert_eq!(inspect(&file.bytes(), &terms), Err(PreflightError::Endless(1)));
    let boxless = File { swaps: vec![("/MediaBox", "/NediaBox")], ..File::new() };
    assert_eq!(inspect(&boxless.bytes(), &terms), Err(PreflightError::Page(1)));
    // Each form counts once for the standard; forms inside forms end somewhere.
    assert!(conformance(&file.bytes(), Pdfx::X1a).is_ok());
    let mut deep = File { content: "/A Do".into(), ..File::new() };
    let inside: [&[u8]; 13] = [
        b"/B Do", b"/C Do", b"/D Do", b"/E Do", b"/F Do", b"/G Do", b"/H Do", b"/I Do", b"/J Do",
        b"/K Do", b"/L Do", b"/M Do", b"0 g",
    ];
    deep.objects = inside.map(|content| ("<< /Subtype /Form >>", content)).to_vec();
    let names = (b'A'..=b'M').zip(20..).map(|(name, n)| format!("/{} {n} 0 R ", char::from(name)));
    deep.resources = format!("/XObject << {} >>", names.collect::<String>());
    assert_eq!(conformance(&deep.bytes(), Pdfx::X1a), Err(PreflightError::Endless(1)));
    let missing = File { swaps: vec![("/Contents 4 0 R", "/Contents 9 9 R")], ..File::new() };
    assert_eq!(inspect(&missing.bytes(), &terms), Err(PreflightError::Page(1)));
}

#[test]
fn pages_are_told_in_ranges() {
    for (pages, expected) in [
        (&[][..], "file"),
        (&[3], "3"),
        (&[1, 2], "1-2"),
        (&[1, 2, 3, 4, 9, 12, 13], "1-4, 9, 12-13"),
        (&[1, 3, 5, 7, 9, 11], "1, 3, 5, 7, 9, 11"),
        (&[1, 3, 5, 7, 9, 11, 13, 14], "1, 3, 5, 7, 9, 11, ... (8 pages)"),
    ] {
        let told = table("rule", [pages].into_iter(), [("it".to_owned(), "what")].into_iter());
        let width = expected.len().max(5);
        assert_eq!(told, format!("rule  {:width$}  what\nit  {expected:width$}  what\n", "pages"));
    }
}

#[test]
fn a_report_weighs_its_findings() {
    let terms = Printer::builtin("kdp").unwrap().terms("6x9".parse().unwrap(), None).unwrap();
    let finding = |unsettled: Option<&str>| Finding {
        rule: Rule::Grey,
        pages: vec![1],
        places: Vec::new(),
        what: "found".to_owned(),
        unsettled: unsettled.map(str::to_owned),
    };
    let told =
        |findings: Vec<Finding>| Report { pages: 1, findings }.text("a.pdf".as_ref(), &terms);
    let head = "a.pdf: 1 page, for kdp at 6x9 on paper white\n";
    assert_eq!(told(Vec::new()), format!("{head}ok for kdp\n"));
    let table = format!("{head}rule          weight   pages  what\n");
    assert_eq!(told(vec![finding(None)]), format!("{table}grey          refusal  1      found\n"));
    assert_eq!(
        told(vec![finding(Some("it is a guess"))]),
        format!(
            "{table}grey          advice   1      found\ngrey is only advice: it is a guess\nok for kdp, with advice\n"
        )
    );
}
