//! The program: parses the command line, runs the command, and chooses the exit code.
//!
//! # Features
//!
//! | feature | adds | compiles |
//! |---|---|---|
//! | `parquet` | catalogues as Parquet | parquet |
//! | `postgres` | archives in PostgreSQL | a client for it, TLS |
//! | `lopdf-rayon` | for tests: lopdf reads PDFs on many threads | |

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
