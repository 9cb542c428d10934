//! What help says first: the commands in groups, and of each large command the flags that most people use. The others are
//! in `--help`.

use clap::builder::StyledStr;
use clap::{Arg, Command};

/// The commands, in groups.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Make", &["run", "generate", "one", "series"]),
    ("Book", &["book", "cover", "listing", "export"]),
    ("Check", &["verify", "proof", "preflight"]),
    ("Solve", &["solve", "check", "rate", "explain", "hint"]),
    ("Data", &["canon", "transform", "archive", "shards"]),
    ("Setup", &["template", "printer", "lang", "job", "completions", "man"]),
];

/// The longest line, as in all other help.
pub const WIDTH: usize = 100;

const EXAMPLES: &str = "\
Examples:
    sudoku-press run --ladder human --total 100 --title \"Rainy Days\" --printer kdp --paper cream \\
        --trim 6x9 --cover --out rainy
    sudoku-press verify rainy
    sudoku-press generate --count 1000 --levels 2-4 --out puzzles.csv
    sudoku-press book puzzles.csv --template large-print

`sudoku-press COMMAND -h` shows the flags that most people use, `--help` all of them.";

/// Flags of books that most people use.
const OF_BOOKS: [&str; 10] = [
    "template", "trim", "lang", "title", "subtitle", "author", "parts", "printer", "paper",
    "answers",
];

/// Flags of a command that `-h` shows, beside those of books; of other commands it shows all.
const OF_COMMANDS: [(&str, &[&str]); 4] = [
    (
        "run",
        &[
            "out", "force", "cover", "proof", "seed", "count", "total", "pages", "levels", "quota",
            "symmetry", "ladder", "archive", "job",
        ],
    ),
    (
        "generate",
        &[
            "out", "force", "seed", "count", "total", "levels", "quota", "symmetry", "ladder",
            "format", "compress", "archive", "threads", "minutes", "needs", "givens", "into",
            "shard",
        ],
    ),
    ("book", &["out", "force", "ladder", "volumes", "isbn"]),
    (
        "cover",
        &[
            "out",
            "force",
            "cover-design",
            "palette",
            "cover-picture",
            "logo",
            "png",
            "spine",
            "back",
            "isbn",
        ],
    ),
];

/// The command line with its help in groups. Where the line asks for `-h`, large commands show a line for each flag that
/// most people use.
pub fn grouped(command: Command, is_short: bool) -> Command {
    let mut commands = String::new();
    for (group, names) in GROUPS {
        commands += &format!("{group}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(StyledStr::to_string).unwrap_or_default();
            commands += &format!("  {name:<12} {about}\n");
        }
        commands.push('\n');
    }
    let command = command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{commands}Options:\n{{options}}\n\n{EXAMPLES}\n"
    ));
    if !is_short {
        return command;
    }
    OF_COMMANDS.into_iter().fold(command, |command, (name, shown)| {
        command.mut_subcommand(name, |one| {
            let text = short(&one, shown);
            one.override_help(text)
        })
    })
}

/// Help with a line for each of these flags, in the order of the command.
fn short(command: &Command, shown: &[&str]) -> String {
    let of_books = if command.get_name() == "generate" { &[][..] } else { &OF_BOOKS };
    let is_shown = |arg: &&Arg| {
        let long = arg.get_long();
        long.is_some_and(|long| shown.contains(&long) || of_books.contains(&long))
    };
    let flags: Vec<_> =
        command.get_arguments().filter(is_shown).map(|arg| (flag(arg), arg)).collect();
    let column = flags.iter().map(|(flag, _)| flag.len()).max().unwrap_or_default() + 4;
    let said = command.get_about().map(StyledStr::to_string).unwrap_or_default();
    let operands: Vec<_> = command.get_positionals().map(|arg| format!(" {arg}")).collect();
    let mut text = format!("{said}\n\nUsage: sudoku-press {} [OPTIONS]", command.get_name());
    text += &format!("{}\n\n", operands.concat());
    for (flag, arg) in flags {
        let width = WIDTH - column;
        let lines = wrapped(&about(arg, width), width);
        let indent = format!("\n{:column$}", "");
        text += &format!("  {flag:<0$}{1}\n", column - 2, lines.join(&indent));
    }
    let examples = command.get_after_help().map(StyledStr::to_string).unwrap_or_default();
    text + "\nAll flags, with their defaults: --help\n\n" + &examples
}

/// A flag as it is written, with the name of its value.
fn flag(arg: &Arg) -> String {
    let short = arg.get_short().map_or_else(String::new, |short| format!("-{short}, "));
    let takes_value = arg.get_action().takes_values();
    let value =
        arg.get_value_names().filter(|_| takes_value).map(|names| format!(" <{}>", names[0]));
    format!("{short}--{}{}", arg.get_long().unwrap_or_default(), value.unwrap_or_default())
}

/// What a flag is: its help up to a semicolon or the end of a sentence, and the words that it takes if there is room.
fn about(arg: &Arg, width: usize) -> String {
    let help = arg.get_help().map(StyledStr::to_string).unwrap_or_default();
    let ends = [" [default", "; ", ". "].into_iter().filter_map(|end| help.find(end));
    let said = &help[..ends.min().unwrap_or(help.len())];
    let values = arg.get_possible_values();
    let words: Vec<_> = values.iter().map(|value| value.get_name()).collect();
    let with_words = format!("{said}: {}", words.join(", "));
    let has_room = !said.contains(':') && with_words.len() <= width;
    match arg.get_action().takes_values() && !words.is_empty() && has_room {
        true => with_words,
        false => said.to_owned(),
    }
}

/// A text broken into lines of at most `width` letters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        match line.len() + 1 + word.len() {
            _ if line.is_empty() => *line = word.to_owned(),
            length if length <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    /// A command that no group names is found by nobody, and a flag of another name is not shown.
    #[test]
    fn help_names_every_command_and_only_flags_that_are_there() {
        let command = crate::cli::Cli::command();
        let named: Vec<_> = GROUPS.into_iter().flat_map(|(_, names)| names).collect();
        for one in command.get_subcommands() {
            assert!(named.contains(&&one.get_name()), "{}", one.get_name());
        }
        for (name, shown) in OF_COMMANDS {
            let one = command.find_subcommand(name).unwrap();
            let flags: Vec<_> = one.get_arguments().filter_map(Arg::get_long).collect();
            let missing: Vec<_> = shown.iter().filter(|flag| !flags.contains(flag)).collect();
            assert!(missing.is_empty(), "{name}: {missing:?}");
        }
    }
}
