import Glibc
import ThudCore
import ThudTerminal

/// The flash of a cue, drawn over everything: it colours the whole screen, or the canvas's glow, and fades back.
package struct FlashOverlay: Hashable, Sendable {
    package let colour: Colour
    /// The brightness in the cue's plan. 1 is the usual one.
    package let brightness: Double
    /// The time since it began, in seconds.
    package let age: Double
    /// The time after which the screen is black again, in seconds.
    package let length: Double

    package init(colour: Colour, brightness: Double, age: Double, length: Double) {
        self.colour = colour
        self.brightness = brightness.isFinite ? min(max(brightness, 0), 2) : 1
        self.age = age
        self.length = length
    }

    /// The number of steps of the fade. Each one rewrites the whole screen.
    private static let steps = 6
    /// The share of the colour that the usual brightness shows at first. The rest is reserved for brighter flashes. A
    /// weaker flash shows its own share, up to this one.
    private static let usual = 0.8
    /// How much of the light falls on a picture.
    private static let tint = 0.45
    /// The luma from which letters on a background are black.
    private static let leastForBlack = 110

    package func draw(on canvas: inout Canvas) {
        guard let (lit, level, isEarly) = colours else { return }
        let peak = canvas.ground.mixed(with: lit, level)
        let before = canvas.grid
        defer { for area in canvas.inks { canvas.grid.copy(area, from: before) } }
        // One decision for the whole screen, so that a word across two rings does not change colour midway.
        let isDarkText = isEarly && (peak.luma >= Self.leastForBlack || !canvas.hasColour)
        let whole = canvas.glow ?? canvas.area
        // Without colours there is only one level of light.
        guard canvas.theme.flashShape == .radial || canvas.glow != nil, canvas.hasColour else {
            return Self.light(whole, lit, level, isDarkText, on: &canvas)
        }
        for run in FlashRings(whole).runs { Self.light(run.area, lit, level * run.share, isDarkText, on: &canvas) }
    }

    private static func light(
        _ area: Area, _ lit: Colour, _ level: Double, _ isDarkText: Bool, on canvas: inout Canvas
    ) {
        let background = canvas.ground.mixed(with: lit, level)
        // A picture is tinted instead of covered, and where the flash only glows around it, it stays as it is.
        let tint = canvas.glow == nil ? Self.tint * level : 0
        canvas.grid.restyle(area) { style in
            if style.attributes.contains(.exact) {
                style.foreground = style.foreground.mixed(with: lit, tint)
                style.background = style.background.mixed(with: lit, tint)
                return
            }
            style.background = background
            style.removeShading()
            style.foreground = isDarkText ? .black : FlashOverlay.legible(style.foreground, on: background)
        }
    }

    /// The present colour and how much of it there is, 0 to 1, and whether the flash is in its first half. nil once it
    /// is over. If the terminal has no colours, the black text in that half is what makes the flash reverse video.
    private var colours: (Colour, level: Double, isEarly: Bool)? {
        let share = length > 0 && age.isFinite ? max(0, age) / length : 1
        guard share < 1, brightness > 0 else { return nil }
        let step = (share * Double(FlashOverlay.steps)).rounded(.down) / Double(FlashOverlay.steps)
        let peak = max(min(brightness, FlashOverlay.usual), FlashOverlay.usual * brightness)
        // Brightness beyond the colour's own moves towards white. A brighter flash also stays near its peak longer.
        let lit = colour.mixed(with: .white, peak - 1)
        let level = min(peak, 1) * (1 - pow(step, max(1, brightness)))
        return (lit, level, step < 0.5)
    }

    /// Returns the colour of a letter, or white or black if it would be illegible on `background`.
    private static func legible(_ letter: Colour, on background: Colour) -> Colour {
        guard abs(letter.luma - background.luma) < 90 else { return letter }
        return background.luma >= leastForBlack ? .black : .white
    }
}

/// A notice on rows of its own at the bottom of the screen, so that it covers nothing.
struct NoticeView: Hashable {
    let text: String
    private static let mostLines = 3

    private func lines(columns: Int) -> [String] {
        TextWidth.wrapped(text, to: max(1, columns - 4), rows: Self.mostLines)
    }

    func rows(columns: Int) -> Int { lines(columns: columns).count }

    /// Draws it below the part of the screen that is free.
    func draw(on canvas: inout Canvas) {
        let lines = lines(columns: canvas.area.columns)
        let place = Area(column: 0, row: canvas.free.endRow, columns: canvas.area.columns, rows: lines.count)
        canvas.grid.fill(place, Style(Neon.orange, on: .black))
        canvas.centred(lines: lines, row: place.row, in: place, Style(Neon.orange, on: .black, .bold))
    }
}

/// The developer's measurements in forms of different lengths, because a narrow screen cannot show all names.
package struct DeveloperMetrics: Hashable, Sendable {
    /// The forms, the longest first, each without the device.
    package let forms: [String]
    /// The description of the output device. It follows the longest form in full; the others show only its name.
    package let device: String

    /// Creates measurements from forms, the longest first, and a device's description like `name: how it plays`.
    package init(_ forms: [String], device: String) {
        self.forms = forms
        self.device = device
    }

    /// How much of a device's name must be visible, in columns.
    private static let leastOfDevice = 8

    /// Returns the longest form that fits, with the device. If none fits, the shortest one is clipped.
    func text(columns: Int) -> String {
        guard let longest = forms.first, let shortest = forms.last else { return "" }
        let whole = "\(longest) · \(device)"
        if TextWidth.columns(of: whole) <= columns { return whole }
        let name = String(device.firstRange(of: ": ").map { device[..<$0.lowerBound] } ?? device[...])
        let least = min(TextWidth.columns(of: name), Self.leastOfDevice)
        let form = forms.first { TextWidth.columns(of: $0) + 1 + least <= columns } ?? shortest
        return TextWidth.clipped("\(form) \(name)", to: columns)
    }
}

struct DeveloperLine: Hashable {
    let metrics: DeveloperMetrics

    func draw(on canvas: inout Canvas) {
        let row = canvas.area.lowest(1)
        let style = Style(.white, on: Neon.faint)
        canvas.grid.fill(row, style)
        let text = " " + metrics.text(columns: row.columns - 1)
        canvas.grid.put(TextWidth.clipped(text, to: row.columns), at: Position(column: 0, row: row.row), style)
    }
}

struct TooSmallView: Hashable {
    let size: Size

    func draw(on canvas: inout Canvas) {
        let needed = "\(canvas.text(canvas[.needed])) \(ShellPicture.smallest.columns)×\(ShellPicture.smallest.rows)"
        let lines = [
            canvas.text(canvas[.tooSmall]), canvas.isEnglish ? "" : canvas[.tooSmall].gloss,
            "\(size.columns)×\(size.rows), \(needed)",
        ].flatMap { TextWidth.wrapped($0, to: size.columns) }
        let first = max(0, (size.rows - lines.count) / 2)
        for (index, line) in lines.enumerated() {
            canvas.centred(line, row: first + index, in: canvas.area, index == 0 ? Style(Neon.red) : .plain)
        }
    }
}
