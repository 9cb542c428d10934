//! A single grid as Encapsulated PostScript (EPSF 3.0, language level 2), in black or in colours.
//!
//! The drawing is the content of the PDF: a prologue defines its operators.

use super::SingleGrid;

/// The operators of PDF that a drawing of a grid uses.
const OPERATORS: &str = "\
/m/moveto load def /l/lineto load def /c/curveto load def /h/closepath load def
/f/fill load def /f*/eofill load def /g/setgray load def /rg/setrgbcolor load def
/re{4 -2 roll moveto exch dup 0 rlineto exch 0 exch rlineto neg 0 rlineto closepath}bind def
/cm{6 array astore concat}bind def
";

impl SingleGrid<'_> {
    /// Returns the text of the file: ASCII, without fonts and dates.
    pub fn eps(&self) -> String {
        let side = self.look.side;
        let title: String = self.title.chars().filter(|c| is_plain(*c)).collect();
        format!(
            "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 {box_side} {box_side}\n\
             %%HiResBoundingBox: 0 0 {side:.3} {side:.3}\n%%Title: ({title})\n\
             %%LanguageLevel: 2\n%%DocumentData: Clean7Bit\n%%EndComments\n\
             %%BeginProlog\n10 dict begin\n{OPERATORS}%%EndProlog\ngsave\n{content}grestore\n\
             end\n%%EOF\n",
            box_side = side.ceil(),
            content = self.content((0.0, 0.0)),
        )
    }
}

/// Returns true for characters that need no escape in a string of PostScript.
fn is_plain(c: char) -> bool {
    (' '..='~').contains(&c) && !matches!(c, '(' | ')' | '\\')
}
