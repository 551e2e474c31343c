import CueSounds
import Testing
import ThudCore
import ThudCues

@Suite("The shipped flashes")
struct ShippedFlashTests {
    private static let green = "#30D158"
    private static let red = "#FF453A"

    /// The flash of each cue that has one: its colour, seconds and opacity.
    private static let table: [String: (colour: String, seconds: Double, opacity: Double)] = [
        "pocket/right": (green, 0.3, 0.5), "pocket/round": (green, 0.3, 0.5), "pocket/failure": (red, 0.3, 0.5),
        "pocket/record": ("#FFD700", 1, 1),
        "pocket/step/swipe-up": ("#0A84FF", 0.3, 0.4), "pocket/step/swipe-down": (green, 0.3, 0.4),
        "pocket/step/swipe-left": (red, 0.3, 0.4), "pocket/step/swipe-right": ("#FF9F0A", 0.3, 0.4),
        "pocket/step/tap": ("#FFD60A", 0.3, 0.4), "pocket/step/double-tap": ("#64D2FF", 0.3, 0.4),
        "pocket/step/long-press": ("#FF2DD1", 0.3, 0.4), "pocket/step/pinch": ("#5E5CE6", 0.3, 0.4),
        "pocket/step/shake": ("#32B0A8", 0.3, 0.4), "pocket/step/tilt-left": ("#BF5AF2", 0.3, 0.4),
        "pocket/step/tilt-right": ("#AC8E68", 0.3, 0.4), "pocket/step/raise": ("#7DF0C8", 0.3, 0.4),
        "pocket/step/lower": ("#FF6A00", 0.3, 0.4), "pocket/step/stroop": ("#FFFFFF", 0.3, 0.4),
        "magic/spawn": pastel, "magic/wave": pastel, "magic/twirl": pastel, "magic/dance": pastel,
        "magic/jump": pastel, "magic/face": pastel,
    ]
    /// Gentle and short, because players make magic often.
    private static let pastel = ("#FFCCE6", 0.15, 0.4)

    @Test(
        "Each flash has the colour, length and strength of its table, and no other cue flashes",
        arguments: ["pocket", "magic"])
    func asInTable(game: String) throws {
        let cues = try ShippedGame(game).cues
        #expect(Set(cues.map(\.name)).isSuperset(of: Self.table.keys.filter { $0.hasPrefix("\(game)/") }))
        for cue in cues {
            let row = Self.table[cue.name]
            #expect(cue.flash?.colour == row.flatMap { Colour($0.colour) }, "\(cue.name)")
            #expect(cue.flash?.seconds == row?.seconds && cue.flash?.opacity == row?.opacity, "\(cue.name)")
        }
    }
}
