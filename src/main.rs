//! The binary: parses the command line, runs the command, and chooses the exit code.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
