//! Kinds of characters, and characters that markup reserves.

/// Returns true for ideographs and kana, which are written without spaces.
pub fn is_east_asian(c: char) -> bool {
    matches!(c, '々' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '㐀'..='䶿' | '一'..='鿿' | '豈'..='\u{faff}')
}

/// Escapes text for use between tags of HTML, SVG or XML, or in a quoted attribute.
pub fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
