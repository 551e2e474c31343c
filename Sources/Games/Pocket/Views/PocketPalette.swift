import ThudCore
import ThudGameKit

/// The colours and marks of the gestures. A mark always accompanies a colour.
enum PocketPalette {
    static let accent = Colour(0x0A84FF)

    static let bolt = Emblem(polygons: [
        Emblem.polygon([(0.58, 0.02), (0.2, 0.56), (0.46, 0.56), (0.38, 0.98), (0.8, 0.4), (0.54, 0.4)])
    ])

    /// The colour of a gesture, its one-character mark for lists, and how to make it in a terminal.
    private static func look(_ gesture: PocketGesture) -> (colour: Colour, mark: String, advice: String) {
        switch gesture {
        case .swipeUp: (Colour(0x0A84FF), "↑", "press ↑, or drag up")
        case .swipeDown: (Colour(0x30D158), "↓", "press ↓, or drag down")
        case .swipeLeft: (Colour(0xFF453A), "←", "press ←, or drag to the left")
        case .swipeRight: (Colour(0xFF9F0A), "→", "press →, or drag to the right")
        case .tap: (Colour(0xFFD60A), "⊙", "press space once, or click")
        case .doubleTap: (Colour(0x64D2FF), "◎", "press space twice, or click twice")
        case .longPress: (Colour(0xFF2DD1), "◉", "hold space or the button until it counts")
        case .pinch: (Colour(0x5E5CE6), "⇥", "press -, or turn the wheel towards you, three notches")
        case .shake: (Colour(0x32B0A8), "≋", "press x")
        case .tiltLeft: (Colour(0xBF5AF2), "◀", "press [")
        case .tiltRight: (Colour(0xAC8E68), "▶", "press ]")
        case .raise: (Colour(0x7DF0C8), "▲", "press r")
        case .lower: (Colour(0xFF6A00), "▼", "press f")
        case .stroop: (.white, "▨", "press an arrow, or drag; what the word says does not count")
        }
    }

    static func colour(_ gesture: PocketGesture) -> Colour { look(gesture).colour }
    static func mark(_ gesture: PocketGesture) -> String { look(gesture).mark }
    static func advice(_ gesture: PocketGesture) -> String { look(gesture).advice }

    static func colour(_ colour: StroopColour) -> Colour {
        switch colour {
        case .red: Colour(0xFF453A)
        case .blue: Colour(0x3D9BFF)
        case .green: Colour(0x30D158)
        case .yellow: Colour(0xFFD60A)
        }
    }

    static func mark(_ direction: Direction) -> String {
        switch direction {
        case .up: "▲"
        case .down: "▼"
        case .left: "◀"
        case .right: "▶"
        }
    }

    /// The keys in one row, and in fewer words for a narrow screen.
    static let legends = [
        "arrows swipe · space tap, twice, held · - pinch · [ ] tilt · r raise · f lower · x shake",
        "arrows · space · - pinch · [ ] tilt · r f raise · x shake",
    ]
}
