//! Text for HTML, SVG and XML.

/// Text as it stands between tags or in a quoted attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
