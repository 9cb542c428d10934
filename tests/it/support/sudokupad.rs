//! How SudokuPad opens an address. The rules were read on 27 November 2026 from the site's own
//! `puzzleloader.js` (`decompressPuzzleId`, `saveDecompress`), `fpuzzlesdecoder.js` (lz-string) and
//! `puzzletools.js` (`decodeSCF`), as the public repository marktekfan/sudokupad-penpa-import has
//! them:
//!
//! 1. The prefix `scf` is removed.
//! 2. The rest is unpacked by lz-string, in Base64. If that succeeds and gives at least half as
//!    many characters, the result takes the place of the rest.
//! 3. The prefix `scf` is removed again, if there is one.
//! 4. Up to a star, each character is a digit with empty cells after it. The first 81 cells count.
//!    Characters after the star are rules and titles: `w`, `x`, `a` and `t` mean something.
//! 5. Without a star, the form that the site would write itself is removed, and what is left are
//!    rules.

/// What the site shows for an address: 81 cells with dots, or `None` if it is no plain Sudoku.
pub fn opened(address: &str) -> Option<String> {
    let key = address.strip_prefix("https://sudokupad.app/scf")?;
    let unpacked = unpack(key).filter(|text| 2 * text.len() >= key.len());
    let data = unpacked.unwrap_or_else(|| key.chars().collect());
    let data: String = data.into_iter().collect();
    let data = data.strip_prefix("scf").unwrap_or(&data);
    let (givens, rules) = match data.split_once('*') {
        Some((givens, rules)) => (cells(givens)?, rules.to_owned()),
        None => {
            let givens = cells(data)?;
            let own = shortest(givens.get(..81).unwrap_or(&givens));
            (givens, data.strip_prefix(&*own).unwrap_or(data).to_owned())
        }
    };
    let is_plain = givens.len() >= 81 && !rules.contains(['w', 'x', 'a', 't']);
    is_plain.then(|| givens[..81].replace('0', "."))
}

/// The cells of a short form; an empty cell is `0`.
fn cells(form: &str) -> Option<String> {
    let mut cells = String::new();
    for letter in form.chars() {
        let value = match letter {
            '0'..='9' => letter as usize - 48,
            'A'..='Z' => letter as usize - 55,
            'a'..='x' => letter as usize - 61,
            _ => return None,
        };
        cells += &(value % 10).to_string();
        cells += &"0".repeat(value / 10);
    }
    Some(cells)
}

/// The shortest form of cells, an empty one as `0`: what the site writes itself.
pub fn shortest(cells: &str) -> String {
    let mut form = String::new();
    let mut rest = cells;
    while let Some(first) = rest.chars().next() {
        let empty = rest[1..].chars().take(5).take_while(|cell| *cell == '0').count();
        let value = first as usize - 48 + 10 * empty;
        form.push(char::from(match value {
            0..10 => value + 48,
            10..36 => value + 55,
            _ => value + 61,
        } as u8));
        rest = &rest[1 + empty..];
    }
    form
}

/// Unpacks a text by lz-string, from Base64. `None` if it ends too early, or has a code that does
/// not exist yet.
fn unpack(packed: &str) -> Option<Vec<char>> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<bool> = packed
        .chars()
        .flat_map(|letter| {
            let value = ALPHABET.find(letter).unwrap_or(0);
            (0..6).rev().map(move |place| value >> place & 1 == 1)
        })
        .collect();
    let mut at = 0;
    let mut number = |width: usize| {
        let taken: Vec<bool> =
            (at..at + width).map(|i| bits.get(i).copied().unwrap_or_default()).collect();
        let is_late = at >= bits.len();
        at += width;
        let number = taken.iter().rev().fold(0, |number, bit| 2 * number + u32::from(*bit));
        (number, is_late)
    };
    let letter = |number: u32| char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER);
    // JavaScript joins an undefined text as nothing, and adds to it as to the word.
    let mut texts: Vec<Option<Vec<char>>> = vec![None; 3];
    texts.push(match number(2).0 {
        0 => Some(vec![letter(number(8).0)]),
        1 => Some(vec![letter(number(16).0)]),
        2 => return None,
        _ => None,
    });
    let mut last = texts[3].clone();
    let mut result = last.clone().unwrap_or_default();
    loop {
        // Four codes have three bits, the next eight have four bits, and so on.
        let width = texts.len().ilog2() as usize + 1;
        let (mut code, is_late) = number(width);
        match code {
            _ if is_late => return None,
            0 | 1 => {
                texts.push(Some(vec![letter(number(8 + 8 * code as usize).0)]));
                code = texts.len() as u32 - 1;
            }
            2 => return Some(result),
            _ => {}
        }
        let word = |text: &Option<Vec<char>>| text.clone().unwrap_or("undefined".chars().collect());
        let next = match texts.get(code as usize) {
            Some(text) => text.clone()?,
            None if code as usize == texts.len() => {
                let last = last.clone()?;
                [&last[..], &last[..1]].concat()
            }
            None => return None,
        };
        result.extend(&next);
        texts.push(Some([&word(&last)[..], &next[..1]].concat()));
        last = Some(next);
    }
}
