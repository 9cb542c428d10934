//! `completions`: what a shell needs to complete commands, flags, and names of designs, printers,
//! languages, papers and sizes. Not what the flags accept: the parser alone decides that.

use super::answer::print;
use super::failure::Failure;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use std::collections::BTreeSet;
use std::io::Write as _;
use sudoku_press::book::{Language, Template};
use sudoku_press::print::Printer;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press completions bash > ~/.local/share/bash-completion/completions/sudoku-press
    sudoku-press completions zsh > ~/.zfunc/_sudoku-press      # a folder of your $fpath
    sudoku-press completions fish > ~/.config/fish/completions/sudoku-press.fish")]
pub struct Args {
    /// The shell to print completions for
    #[arg(value_enum)]
    shell: Shell,
}

/// Flags that take a built-in name or a file; `show` of the command of the same name does too.
const NAME_OR_FILE: [(&str, &[(&str, &str)]); 3] =
    [("template", Template::BUILTIN), ("printer", Printer::BUILTIN), ("lang", Language::BUILTIN)];

/// Prints the completions.
pub fn run(args: Args, command: Command) -> Result<(), Failure> {
    let script = script(args.shell, command);
    print(|out| out.write_all(script.as_bytes()))
}

fn script(shell: Shell, command: Command) -> String {
    let program = command.get_name().to_owned();
    // clap_complete's bash script spells a hyphen of the program's name in two ways, so that it
    // finds no command after the first word (4.6). It is made for a name without one, which is then
    // put back where the script is bound to the program.
    let name = match shell {
        Shell::Bash => program.replace('-', "_"),
        _ => program.clone(),
    };
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut with_values(command), &name, &mut text);
    let text = String::from_utf8_lossy(&text);
    match shell {
        Shell::Bash => bash(&text, &name, &program),
        Shell::Zsh => zsh(&text),
        Shell::Fish => fish(&text),
        _ => text.into_owned(),
    }
}

/// Gives each argument the values or the kind of file that it takes.
fn with_values(command: Command) -> Command {
    let printers = Printer::BUILTIN.iter();
    let printers: Vec<_> = printers.filter_map(|b| Printer::parse(b.1).ok()).collect();
    let (mut papers, mut trims) = (BTreeSet::new(), BTreeSet::new());
    for printer in &printers {
        papers.extend(printer.papers().map(str::to_owned));
        trims.extend(printer.trims().map(|trim| trim.to_string()));
    }
    let values = [("paper", papers), ("trim", trims)];
    let values = values.map(|(flag, values)| (flag, Vec::from_iter(values)));
    let builtin = NAME_OR_FILE.map(|(flag, builtin)| (flag, names(builtin)));
    let values: Vec<_> = builtin.into_iter().chain(values).collect();
    let command = with_hints(command, &values);
    let show = |command: Command, (id, names): &(&'static str, Vec<String>)| {
        let names = PossibleValuesParser::new(names);
        command.mut_subcommand(id, |of| {
            of.mut_subcommand("show", |show| show.mut_args(|arg| arg.value_parser(names.clone())))
        })
    };
    values[..NAME_OR_FILE.len()].iter().fold(command, show)
}

fn with_hints(command: Command, values: &[(&'static str, Vec<String>)]) -> Command {
    let hinted = |arg: Arg| {
        let known = values.iter().find(|(flag, _)| arg.get_long() == Some(*flag));
        if let Some((_, names)) = known {
            return arg.value_parser(PossibleValuesParser::new(names));
        }
        let name = arg.get_value_names().map(|names| names[0].to_string());
        match name.as_deref() {
            Some(name) if name.starts_with("FILE") => arg.value_hint(ValueHint::FilePath),
            Some("FOLDER") => arg.value_hint(ValueHint::DirPath),
            _ => arg,
        }
    };
    let command = command.mut_args(hinted);
    command.mut_subcommands(|below| with_hints(below, values))
}

fn names(builtin: &[(&str, &str)]) -> Vec<String> {
    builtin.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// Binds the script to the program's name. To bash `--flag=value` is three words, so that the flag is
/// not the word before the value.
fn bash(text: &str, name: &str, program: &str) -> String {
    let bound = text.replace(&format!(" -o default {name}\n"), &format!(" -o default {program}\n"));
    let equals = r#"    prev="$3"
    if [[ "$cur" == "=" ]]; then
        cur=""
    elif [[ "$prev" == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
"#;
    bound.replacen("    prev=\"$3\"\n", equals, 1)
}

/// Files beside the names: clap_complete offers either.
fn zsh(text: &str) -> String {
    NAME_OR_FILE.iter().fold(text.to_owned(), |text, (_, builtin)| {
        let names = names(builtin).join(" ");
        let either =
            format!(r#":{{_alternative "names\:name\:({names})" "files\:file\:_files"}}'"#);
        text.replace(&format!(":({names})'"), &either)
    })
}

/// Files beside the names, as in [`zsh`]; and names after `show`, where clap_complete has none.
fn fish(text: &str) -> String {
    let line = |line: &str| {
        let flag = |(flag, _): &(&str, _)| line.contains(&format!(" -l {flag} "));
        match NAME_OR_FILE.iter().any(flag) {
            true => line.replacen(" -r -f -a ", " -r -F -a ", 1),
            false => line.to_owned(),
        }
    };
    let lines = text.lines().map(line);
    let shows = NAME_OR_FILE.iter().map(|(command, builtin)| {
        let names = names(builtin).join(" ");
        format!(
            "complete -c sudoku-press -n \"__fish_sudoku_press_using_subcommand {command}; \
             and __fish_seen_subcommand_from show\" -a \"{names}\""
        )
    });
    lines.chain(shows).map(|line| line + "\n").collect()
}
