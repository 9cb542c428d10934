# Homebrew: brew install --formula ./sudoku-press.rb, or in a tap.
class SudokuPress < Formula
  desc "Makes printable Sudoku books, with catalogue and answer key"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license all_of: [{ any_of: ["MIT", "Apache-2.0"] }, "OFL-1.1"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/sudoku-press-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/sudoku-press-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin.tar.gz@"
    end
  end
  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/sudoku-press-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-gnu.tar.gz@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/sudoku-press-@VERSION@-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-gnu.tar.gz@"
    end
  end

  def install
    bin.install "sudoku-press"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/sudoku-press.bash" => "sudoku-press"
    zsh_completion.install "completions/sudoku-press.zsh" => "_sudoku-press"
    fish_completion.install "completions/sudoku-press.fish"
  end

  test do
    system bin/"sudoku-press", "run", "--count", "3", "--out", "book"
    system bin/"sudoku-press", "verify", "book"
  end
end
