import CueSounds
import Foundation
import ThudCore
import ThudCues
import ThudSoundFiles
import ThudSoundRecipes

/// The spectra and levels of a game's cues as loudspeakers play them, and their flashes: one panel each, in third
/// octaves.
struct CueSheet {
    private static let columns = 3
    private static let panel = (width: 300.0, height: 190.0)
    private static let plot = (left: 34.0, top: 46.0, width: 254.0, height: 112.0)
    /// The range of a panel in decibels. Its top is the strongest third octave of all cues.
    private static let depth = 60.0
    /// The centre frequencies of the third octaves in hertz: 10^(n / 10), as in IEC 61260.
    private static let middles = (15...43).map { pow(10, Double($0) / 10) }

    private struct Row {
        let name: String
        /// The colour of its flash, or how a continuous cue lasts, or neither.
        let mark: (text: String, colour: Colour)?
        let levels: String
        /// The energy of each third octave, with sounds (`whole`) and without (`haptics`).
        let whole: [Double]
        let haptics: [Double]
    }

    private let rows: [Row]

    init(_ game: ShippedGame) {
        rows = game.cues.map { cue in
            let mix = game.mix(cue, FeedbackSettings())
            let loudness = Loudness(of: mix)
            let laptop = Loudness(of: mix.onLaptop).maximumMomentary
            func text(_ value: Double) -> String { Decimals.fixed(value, 1, minus: "\u{2212}") }
            let lasts = cue.lasts.map { ($0 == .loop ? "repeats" : "held", Colour.white) }
            return Row(
                name: cue.name, mark: cue.flash.map { ("\u{25CF} \($0.colour)", $0.colour) } ?? lasts,
                levels: "\(text(loudness.maximumMomentary)) LUFS, laptop \(text(laptop)), "
                    + "peak \(text(loudness.truePeak)) dBTP",
                whole: Self.spectrum(of: mix, cue),
                haptics: Self.spectrum(of: game.mix(cue, FeedbackSettings(soundOn: false)), cue))
        }
    }

    /// Returns the energies of a cue. For a continuous cue they cover 400 ms of sound, so that it compares with the
    /// short ones by ear.
    private static func spectrum(of sound: Sound, _ cue: Cue) -> [Double] {
        let half = pow(10, 0.05)
        let share = cue.lasts == nil ? 1 : 0.4 / sound.seconds
        return sound.energies(in: middles.map { $0 / half...$0 * half }).map { $0 * share }
    }

    var svg: String {
        let full = rows.flatMap { zip($0.whole, $0.haptics).map(max) }.max() ?? 1
        let lines = (rows.count + Self.columns - 1) / Self.columns
        let size = (Self.panel.width * Double(Self.columns), Self.panel.height * Double(lines))
        var surface = SVGSurface()
        surface.rectangle("ground", x: 0, y: 0, width: size.0, height: size.1, radius: 8, title: "")
        for (index, row) in rows.enumerated() {
            let x = Self.panel.width * Double(index % Self.columns)
            draw(row, x: x, y: Self.panel.height * Double(index / Self.columns), full: full, on: &surface)
        }
        return Markup.element(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"),
                ("viewBox", "0 0 \(Markup.number(size.0)) \(Markup.number(size.1))"),
            ],
            Self.style + surface.elements.joined(separator: "\n")) + "\n"
    }

    private func draw(_ row: Row, x: Double, y: Double, full: Double, on surface: inout SVGSurface) {
        let plot = Self.plot
        surface.text(row.name, "name", x: x + plot.left, y: y + 22)
        if let mark = row.mark {
            surface.text(
                mark.text, "levels", x: x + plot.left + plot.width, y: y + 22,
                [("text-anchor", "end"), ("style", "fill:\(mark.colour)")])
        }
        surface.text(row.levels, "levels", x: x + plot.left, y: y + 38)
        for decibels in stride(from: 0, through: Self.depth, by: 20) {
            let height = y + plot.top + plot.height * decibels / Self.depth
            surface.line("grid", from: (x + plot.left, height), to: (x + plot.left + plot.width, height))
            surface.text(
                decibels == 0 ? "0 dB" : "\u{2212}\(Int(decibels))", "mark", x: x + plot.left - 4, y: height + 3,
                [("text-anchor", "end")])
        }
        let step = plot.width / Double(Self.middles.count)
        for (band, middle) in Self.middles.enumerated() {
            let left = x + plot.left + step * Double(band)
            for (style, energy) in [("whole", row.whole[band]), ("haptics", row.haptics[band])] {
                let height = max(0, 1 + 10 * log10(max(energy / full, 1e-12)) / Self.depth) * plot.height
                guard height > 0 else { continue }
                surface.rectangle(
                    style, x: left + 0.8, y: y + plot.top + plot.height - height, width: step - 1.6, height: height,
                    radius: 1, title: "\(Int(middle.rounded())) Hz")
            }
            for (mark, text) in [(100.0, "100"), (1_000, "1 k"), (10_000, "10 k Hz")]
            where abs(middle / mark - 1) < 0.01 {
                surface.text(
                    text, "mark", x: left + step / 2, y: y + plot.top + plot.height + 13, [("text-anchor", "middle")])
            }
        }
    }

    private static let style = Markup.element(
        "style", [],
        """
        text{font-family:ui-sans-serif,system-ui,sans-serif;fill:#e6e6e6}.name{font-size:13px;font-weight:600}\
        .levels{font-size:10.5px;fill:#a8a8a8}.mark{font-size:9px;fill:#8a8a8a}.grid{stroke:#333;stroke-width:1}\
        .ground{fill:#141414}.whole{fill:#4c8dff}.haptics{fill:#ff9500}
        """)
}
