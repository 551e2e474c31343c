import ThudCore
import ThudGameUI
import ThudTerminal

/// A princess in coloured pixels, two above each other in a cell.
struct CharacterSprite {
    private(set) var columns: Int
    private(set) var rows: Int
    /// The letters of the palette, row by row. 0 is transparent.
    private var pixels: [UInt8]
    /// The colour of each letter.
    private var palette: [Colour?] = Array(repeating: nil, count: 256)

    private static let art = CharacterArt.shipped
    /// How far a height may be from a drawn one, as a share, for the drawing to be shown as it is. Pixels that are
    /// neither doubled nor left out look best.
    private static let tolerance = 0.12

    /// Draws a princess at about `height` pixels.
    init(_ kind: CharacterKind, pose: CharacterPose, height: Int) {
        let (size, scale) = Self.drawing(ofHeight: height)
        let canvas = Self.art.canvases[size] ?? (1, 1)
        (columns, rows) = (canvas.columns, canvas.rows)
        pixels = Array(repeating: 0, count: columns * rows)
        for (letter, colour) in Self.art.palette(of: kind) { palette[Int(letter)] = colour }
        compose(kind, size, pose)
        let grown = scale * pose.growth
        if grown != 1 || pose.width != 1 { resize(grown * pose.width, grown) }
        addOutline()
    }

    /// Returns the cells that a standing princess of about `height` pixels takes.
    static func size(ofHeight height: Int) -> Size {
        let (size, scale) = drawing(ofHeight: height)
        let canvas = art.canvases[size] ?? (1, 1)
        return Size(
            columns: Int((Double(canvas.columns) * scale).rounded()),
            rows: (Int((Double(canvas.rows) * scale).rounded()) + 1) / 2)
    }

    /// Returns the drawing to use for a height, and its scale.
    private static func drawing(ofHeight height: Int) -> (CharacterArt.Size, scale: Double) {
        let drawings = CharacterArt.Size.allCases.map { ($0, rows: Double(art.canvases[$0]?.rows ?? 1)) }
        let wanted = Double(height)
        if let near = drawings.first(where: { abs($0.rows - wanted) <= tolerance * $0.rows }) { return (near.0, 1) }
        let larger = drawings.first { $0.rows >= wanted } ?? drawings[drawings.count - 1]
        return (larger.0, wanted / larger.rows)
    }

    /// Returns her in pale or dark colours, for a character who has not come yet.
    func faded(into ground: Colour, by share: Double) -> CharacterSprite {
        var sprite = self
        sprite.palette = palette.map { $0?.mixed(with: ground, share) }
        return sprite
    }

    subscript(column: Int, row: Int) -> Colour? {
        guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
        return palette[Int(pixels[row * columns + column])]
    }

    // MARK: Layers

    private mutating func compose(_ kind: CharacterKind, _ size: CharacterArt.Size, _ pose: CharacterPose) {
        let breath = pose.isBreathing ? 1 : 0
        func layer(_ part: CharacterArt.Part) -> CharacterArt.Layer? { Self.art[kind, size, part] }
        put(layer(.back), down: breath)
        put(layer(.dress))
        put(layer(.head), down: breath, isHair: pose.isTurned)
        if !pose.isTurned {
            put(layer(pose.isBlinking ? .blink : .eyes), down: breath)
            put(layer(pose.isLaughing ? .laugh : .smile), down: breath)
        }
        put(layer(.front), down: breath)
        put(layer(pose.arms.left), down: breath, isMirrored: true)
        if var prop = layer(.prop), let arm = layer(pose.arms.right), let hold = prop.hand, let hand = arm.hand {
            (prop.column, prop.row) = (arm.column + hand.column - hold.column, arm.row + hand.row - hold.row)
            put(prop, down: breath)
        }
        put(layer(pose.arms.right), down: breath)
        lean(pose.lean)
    }

    private mutating func put(
        _ layer: CharacterArt.Layer?, down: Int = 0, isMirrored: Bool = false, isHair: Bool = false
    ) {
        guard let layer else { return }
        for (y, letters) in layer.rows.enumerated() {
            let row = layer.row + y + down
            guard (0..<rows).contains(row) else { continue }
            for (x, letter) in letters.enumerated() where letter != 0 {
                let column = isMirrored ? columns - 1 - layer.column - x : layer.column + x
                guard (0..<columns).contains(column) else { continue }
                pixels[row * columns + column] = Self.shown(letter, isHair: isHair)
            }
        }
    }

    /// A hand has the colour of skin. From behind, a head has the colours of hair.
    private static func shown(_ letter: UInt8, isHair: Bool) -> UInt8 {
        switch letter {
        case CharacterArt.hand: UInt8(ascii: "s")
        case UInt8(ascii: "s") where isHair: UInt8(ascii: "h")
        case UInt8(ascii: "S") where isHair: UInt8(ascii: "H")
        default: letter
        }
    }

    /// Moves the head `share` of the height to the right, and everything between it and the feet accordingly.
    private mutating func lean(_ share: Double) {
        guard share != 0 else { return }
        let before = pixels
        for row in 0..<rows {
            let shift = Int((share * Double(rows - row)).rounded())
            for column in 0..<columns {
                let source = column - shift
                pixels[row * columns + column] = (0..<columns).contains(source) ? before[row * columns + source] : 0
            }
        }
    }

    /// Draws a line around the figure, so that two of the same kind stay two.
    private mutating func addOutline() {
        let figure = pixels
        for row in 0..<rows {
            for column in 0..<columns where figure[row * columns + column] == 0 {
                let isBeside =
                    column > 0 && figure[row * columns + column - 1] != 0
                    || column + 1 < columns && figure[row * columns + column + 1] != 0
                    || row > 0 && figure[(row - 1) * columns + column] != 0
                    || row + 1 < rows && figure[(row + 1) * columns + column] != 0
                if isBeside { pixels[row * columns + column] = CharacterArt.outline }
            }
        }
    }

    /// Takes the nearest pixels, mirrored about the middle so that a face stays even.
    private mutating func resize(_ x: Double, _ y: Double) {
        let (wide, high) = (max(1, Int(Double(columns) * x / 2)) * 2, max(1, Int((Double(rows) * y).rounded())))
        let across = (0..<wide).map { column in
            let right = max(column, wide - 1 - column)
            let source = min(columns - 1, Int((Double(right) + 0.5) * Double(columns) / Double(wide)))
            return column == right ? source : columns - 1 - source
        }
        let down = (0..<high).map { min(rows - 1, Int((Double($0) + 0.5) * Double(rows) / Double(high))) }
        pixels = down.flatMap { row in across.map { pixels[row * columns + $0] } }
        (columns, rows) = (wide, high)
    }

    // MARK: Cells

    /// Draws the princess with her feet in the middle of the lowest row of `place`, `lift` pixels higher. Without
    /// colours she is drawn in light and dark.
    func draw(in place: Area, lift: Int = 0, within stage: Area, on canvas: inout Canvas) {
        let left = place.column + (place.columns - columns) / 2
        let top = 2 * place.endRow - rows - lift
        for row in max(stage.row, top >> 1)..<max(stage.row, min(stage.endRow, (top + rows + 1) >> 1)) {
            for column in max(stage.column, left)..<max(stage.column, min(stage.endColumn, left + columns)) {
                let (upper, lower) = (self[column - left, 2 * row - top], self[column - left, 2 * row + 1 - top])
                guard upper != nil || lower != nil else { continue }
                let (character, style) = canvas.hasColour ? Self.cell(upper, lower) : Self.plainCell(upper, lower)
                canvas.grid.put(character, at: Position(column: column, row: row), style)
            }
        }
    }

    /// Returns a cell whose halves have these colours. Black stands for what is behind.
    private static func cell(_ upper: Colour?, _ lower: Colour?) -> (String, Style) {
        guard let upper else { return ("▄", Style(lower ?? .black, on: .black, .exact)) }
        return upper == lower
            ? ("█", Style(upper, on: upper, .exact)) : ("▀", Style(upper, on: lower ?? .black, .exact))
    }

    /// The luma from which a pixel is light.
    private static let leastForLight = 110

    private static func plainCell(_ upper: Colour?, _ lower: Colour?) -> (String, Style) {
        let isLight = [upper, lower].map { ($0?.luma ?? 0) >= leastForLight }
        return (isLight[0] ? isLight[1] ? "█" : "▀" : isLight[1] ? "▄" : " ", .plain)
    }
}
