//! The binary: parse, run, report, choose the exit code.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
