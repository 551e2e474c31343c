/// The colours and letters of pictures as CSS, for an SVG file or once for a page with many.
enum PictureStyleSheet {
    /// DejaVu Sans is what a PNG has; Verdana, its model, is as wide, so that nothing collides where it stands in.
    private static let families = "'DejaVu Sans',Verdana,system-ui,sans-serif"

    /// Rules for pictures that match `scope`, a CSS selector.
    static func text(_ theme: PictureTheme, scope: String) -> String {
        let letters = "\(scope) text{font-family:\(families);font-variant-numeric:tabular-nums}"
        let lines = "\(scope) [class^=s-]{fill:none;stroke-linejoin:round;stroke-linecap:round}"
        let colours = rules(theme, scope)
        let dark = theme == .automatic ? "@media (prefers-color-scheme:dark){\(rules(.dark, scope))}" : ""
        return letters + lines + colours + dark
    }

    private static func rules(_ theme: PictureTheme, _ scope: String) -> String {
        Paint.allCases.map { paint in
            let colour = paint.colour(theme)
            return "\(scope) .f-\(paint.rawValue){fill:\(colour)}\(scope) .s-\(paint.rawValue){stroke:\(colour)}"
        }.joined()
    }
}
