//! Templates of HTML and SVG.

/// Renders a template. Askama escapes its texts.
pub fn render(template: &impl askama::Template) -> String {
    // Rendering fails only if the writer fails, and a string never does.
    template.render().unwrap_or_default()
}
