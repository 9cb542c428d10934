//! Escaping and colours for HTML, SVG and XML.

/// Renders a template. Askama escapes its texts.
pub fn render(template: &impl askama::Template) -> String {
    // Rendering fails only if the writer fails, and a string never does.
    template.render().unwrap_or_default()
}

/// Escapes text for use between tags or in a quoted attribute.
pub fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Formats a colour of red, green and blue: `#000`, or `#1d5a8c`.
pub fn hex_colour([red, green, blue]: [u8; 3]) -> String {
    match [red, green, blue] {
        [0, 0, 0] => "#000".to_owned(),
        _ => format!("#{red:02x}{green:02x}{blue:02x}"),
    }
}
