//! Finds what can be changed in a source file, and writes the file with all changes compiled in: `crate::mutant(7)` is
//! true in a program that runs with MUTANT=7.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ReturnType, Type, UnOp};

/// What a changed program does when it asks `mutant(number)`. `COUNT` is the number of changes and one more.
pub const SWITCH: &str = r#"
static CHOSEN: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(u32::MAX);

#[inline]
pub(crate) fn mutant(number: u32) -> bool {
    let chosen = CHOSEN.load(std::sync::atomic::Ordering::Relaxed);
    if chosen < u32::MAX - 1 { chosen == number } else { mutant_asked(number) }
}

#[cold]
fn mutant_asked(number: u32) -> bool {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];
    static ASKED: std::sync::OnceLock<(u32, Option<std::path::PathBuf>)> = std::sync::OnceLock::new();
    let (chosen, reached) = ASKED.get_or_init(|| {
        let chosen = std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
        let reached = std::env::var_os("MUTANT_REACHED").map(std::path::PathBuf::from);
        CHOSEN.store(if reached.is_some() { u32::MAX - 1 } else { chosen }, Relaxed);
        (chosen, reached)
    });
    let seen = &SEEN[number as usize];
    // A folder is made, not a line written: tests let the writes of the program fail, and count them.
    if let Some(folder) = reached && !seen.load(Relaxed) && !seen.swap(true, Relaxed) {
        let _ = std::fs::create_dir(folder.join(number.to_string()));
    }
    *chosen == number
}
"#;

/// One change of one place.
pub struct Change {
    /// The file, the function, the code and what replaces it: its name in every list.
    pub name: String,
    pub line: usize,
    /// What the change concerns, in bytes of the source.
    place: Range<usize>,
    edit: Edit,
}

enum Edit {
    /// Another expression instead of this one.
    Instead(String),
    /// A value that a function returns at once. The place is that of its body.
    Return(String),
    /// An arm of a match that is never taken. The place is its pattern.
    Never,
    /// A guard that always holds.
    Always,
}

/// All changes of a file.
pub fn find(file: &str, source: &str) -> Vec<Change> {
    let tree = syn::parse_file(source).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut finder =
        Finder { file, source, found: Vec::new(), within: Vec::new(), constant: false };
    finder.visit_file(&tree);
    finder.found
}

/// Where a piece is put in, and which of those at one place comes first.
type Order = (usize, u8, i64, i64);

/// The file with the changes, each with its number; and the places of what was put in, in bytes of what comes out, with
/// the places that they concern.
pub fn write(source: &str, changes: &[(u32, &Change)]) -> (String, Vec<(u32, Range<usize>)>) {
    // What is put in at a place: what ends before what begins; at ends the inner first, at starts the outer.
    let mut pieces: Vec<(Order, u32, String)> = Vec::new();
    for &(number, change) in changes {
        let Range { start, end } = change.place;
        let (length, order) = ((end - start) as i64, i64::from(number));
        let asked = format!("crate::mutant({number})");
        let mut around = |before: String, after: &str| {
            pieces.push(((start, 1, -length, order), number, before));
            pieces.push(((end, 0, length, -order), number, after.into()));
        };
        match &change.edit {
            Edit::Instead(other) => around(format!("(if {asked} {{ {other} }} else {{ ("), ") })"),
            Edit::Always => around(format!("({asked} || ("), "))"),
            Edit::Never => pieces.push(((end, 2, 0, order), number, format!(" if !{asked}"))),
            Edit::Return(value) => {
                let text = format!(" if {asked} {{ return {value}; }}");
                pieces.push(((start + 1, 0, 0, order), number, text));
            }
        }
    }
    pieces.sort_by_key(|piece| piece.0);
    let (mut out, mut from, mut places) = (String::new(), 0, Vec::new());
    for ((at, ..), number, text) in pieces {
        out += &source[from..at];
        from = at;
        places.push((number, out.len()..out.len() + text.len()));
        out += &text;
    }
    out += &source[from..];
    (out, places)
}

struct Finder<'a> {
    file: &'a str,
    source: &'a str,
    found: Vec<Change>,
    /// Types and functions around the place.
    within: Vec<String>,
    /// In what is computed by the compiler.
    constant: bool,
}

impl Finder<'_> {
    fn text(&self, span: Span) -> &str {
        &self.source[span.byte_range()]
    }

    fn add(&mut self, span: Span, what: &str, edit: Edit) {
        if self.constant {
            return;
        }
        let short = |text: &str| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            match text.char_indices().nth(70) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text,
            }
        };
        let (file, within) = (self.file, self.within.join("::"));
        let mut name = match edit {
            Edit::Return(_) => format!("{file} {within}: returns {what}"),
            _ => format!("{file} {within}: {}: {what}", short(self.text(span))),
        };
        let before = |name: &str| self.found.iter().any(|change| change.name == name);
        if let Some(number) =
            (2..).find(|n| !before(&format!("{name} #{n}"))).filter(|_| before(&name))
        {
            name += &format!(" #{number}");
        }
        self.found.push(Change { name, line: span.start().line, place: span.byte_range(), edit });
    }

    fn function(
        &mut self,
        signature: &syn::Signature,
        body: &syn::Block,
        visit: impl FnOnce(&mut Self),
    ) {
        let constant = std::mem::replace(&mut self.constant, signature.constness.is_some());
        self.within.push(signature.ident.to_string());
        let text = self.text(body.span());
        let text = text[1..text.len() - 1].trim().to_owned();
        for value in values(&signature.output).into_iter().filter(|value| *value != text) {
            if !text.is_empty() && signature.ident != "default" {
                let what = if value.is_empty() { "at once" } else { &value };
                self.add(body.span(), what, Edit::Return(value.clone()));
            }
        }
        visit(self);
        self.within.pop();
        self.constant = constant;
    }

    fn in_constant(&mut self, constant: bool, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.constant, constant);
        visit(self);
        self.constant = before;
    }

    fn binary(&mut self, expr: &syn::ExprBinary) {
        let (left, right) =
            (self.text(expr.left.span()).to_owned(), self.text(expr.right.span()).to_owned());
        for other in others(&expr.op) {
            let instead = match other.ends_with('=') && !["==", "!=", "<=", ">="].contains(other) {
                true => format!("{left} {other} {right}"),
                false => format!("({left}) {other} ({right})"),
            };
            self.add(expr.span(), other, Edit::Instead(instead));
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes: &[syn::Attribute] = match item {
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Mod(item) => &item.attrs,
            _ => &[],
        };
        if !tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block, |this| visit::visit_item_fn(this, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !tests(&item.attrs) {
            self.function(&item.sig, &item.block, |this| visit::visit_impl_item_fn(this, item));
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.sig, body, |this| visit::visit_trait_item_fn(this, item));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let name = |path: &syn::Path| path.segments.last().map(|last| last.ident.to_string());
        if item.trait_.as_ref().is_some_and(|(_, path, _)| name(path).as_deref() == Some("Debug")) {
            return;
        }
        let of = match &*item.self_ty {
            Type::Path(path) => name(&path.path).unwrap_or_default(),
            other => self.text(other.span()).to_owned(),
        };
        self.within.push(of);
        visit::visit_item_impl(self, item);
        self.within.pop();
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.in_constant(true, |this| visit::visit_item_const(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.in_constant(true, |this| visit::visit_item_static(this, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.in_constant(true, |this| visit::visit_impl_item_const(this, item));
    }

    fn visit_expr_const(&mut self, expr: &'ast syn::ExprConst) {
        self.in_constant(true, |this| visit::visit_expr_const(this, expr));
    }

    fn visit_expr_closure(&mut self, expr: &'ast syn::ExprClosure) {
        self.in_constant(false, |this| visit::visit_expr(this, &expr.body));
    }

    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_expr_if(&mut self, expr: &'ast syn::ExprIf) {
        let plain = [
            matches!(
                *expr.cond,
                Expr::Call(_) | Expr::MethodCall(_) | Expr::Path(_) | Expr::Field(_)
            ),
            matches!(&*expr.cond, Expr::Macro(call) if call.mac.path.is_ident("matches")),
        ];
        if plain.contains(&true) {
            let instead = format!("!({})", self.text(expr.cond.span()));
            self.add(expr.cond.span(), "if not", Edit::Instead(instead));
        }
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        // A condition with `let` in it can stand nowhere else.
        if !has_let(&expr.left) && !has_let(&expr.right) {
            self.binary(expr);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if matches!(expr.op, UnOp::Not(_) | UnOp::Neg(_)) {
            let what = if matches!(expr.op, UnOp::Not(_)) { "no !" } else { "no -" };
            let instead = self.text(expr.expr.span()).to_owned();
            self.add(expr.span(), what, Edit::Instead(instead));
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        // A name that begins with a capital is a variant or a constant.
        let any = |arm: &syn::Arm| match &arm.pat {
            _ if arm.guard.is_some() => false,
            syn::Pat::Wild(_) => true,
            syn::Pat::Ident(name) => name.ident.to_string().starts_with(char::is_lowercase),
            _ => false,
        };
        let wildcard = expr.arms.last().is_some_and(any);
        for arm in &expr.arms {
            match &arm.guard {
                Some((_, guard)) if !has_let(guard) => {
                    self.add(guard.span(), "guard true", Edit::Always);
                    self.add(guard.span(), "guard false", Edit::Instead("false".into()));
                }
                None if wildcard && !any(arm) => {
                    self.add(arm.pat.span(), "arm deleted", Edit::Never)
                }
                _ => {}
            }
        }
        visit::visit_expr_match(self, expr);
    }
}

fn tests(attributes: &[syn::Attribute]) -> bool {
    let test =
        |list: &syn::MetaList| list.path.is_ident("cfg") && list.tokens.to_string() == "test";
    attributes.iter().any(|a| a.path().is_ident("test") || a.meta.require_list().is_ok_and(test))
}

/// Whether a `let` is part of this condition.
fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn others(op: &BinOp) -> &'static [&'static str] {
    match op {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">"],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<"],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Mul(_) | BinOp::Rem(_) => &["/"],
        BinOp::Div(_) => &["*"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::BitAnd(_) | BinOp::BitXor(_) => &["|"],
        BinOp::BitOr(_) => &["&"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::MulAssign(_) | BinOp::RemAssign(_) => &["/="],
        BinOp::DivAssign(_) => &["*="],
        BinOp::BitAndAssign(_) | BinOp::BitXorAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

/// Values that a function of this type may return instead of its own.
fn values(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec![String::new()],
        ReturnType::Type(_, of) => values_of(of),
    }
}

fn values_of(of: &Type) -> Vec<String> {
    let list = |values: &[&str]| values.iter().map(|&value| value.to_owned()).collect();
    match of {
        Type::Tuple(tuple) if tuple.elems.is_empty() => list(&["()"]),
        Type::Tuple(_) | Type::Array(_) => list(&["Default::default()"]),
        Type::Reference(reference) if reference.mutability.is_none() => match &*reference.elem {
            Type::Slice(_) => list(&["&[]"]),
            Type::Path(path) if path.path.is_ident("str") => list(&["\"\"", "\"xyzzy\""]),
            _ => Vec::new(),
        },
        Type::Path(path) => {
            let last = path.path.segments.last().expect("a path has a name");
            let inner = || match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                    Some(syn::GenericArgument::Type(first)) => values_of(first),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            };
            match last.ident.to_string().as_str() {
                "bool" => list(&["true", "false"]),
                "f32" | "f64" => list(&["0.0", "1.0"]),
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64"
                | "i128" | "isize" => list(&["0", "1"]),
                "String" => list(&["String::new()", "\"xyzzy\".to_owned()"]),
                "Vec" => list(&["Vec::new()"]),
                "Option" => {
                    let some = inner().into_iter().map(|value| format!("Some({value})"));
                    ["None".to_owned()].into_iter().chain(some).collect()
                }
                "Result" => inner().into_iter().map(|value| format!("Ok({value})")).collect(),
                _ => list(&["Default::default()"]),
            }
        }
        _ => Vec::new(),
    }
}
