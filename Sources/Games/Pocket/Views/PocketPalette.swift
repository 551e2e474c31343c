import ThudCore
import ThudGameKit

/// The colours and marks of the gestures. A mark always accompanies a colour.
enum PocketPalette {
    static let accent = Colour(0x0A84FF)

    /// The emblem of the game.
    static let bolt = Emblem(polygons: [
        [(0.58, 0.02), (0.2, 0.56), (0.46, 0.56), (0.38, 0.98), (0.8, 0.4), (0.54, 0.4)]
            .map { Emblem.Corner(x: $0.0, y: $0.1) }
    ])

    static func colour(_ gesture: PocketGesture) -> Colour {
        switch gesture {
        case .swipeUp: Colour(0x0A84FF)
        case .swipeDown: Colour(0x30D158)
        case .swipeLeft: Colour(0xFF453A)
        case .swipeRight: Colour(0xFF9F0A)
        case .tap: Colour(0xFFD60A)
        case .doubleTap: Colour(0x64D2FF)
        case .longPress: Colour(0xFF2DD1)
        case .pinch: Colour(0x5E5CE6)
        case .shake: Colour(0x32B0A8)
        case .tiltLeft: Colour(0xBF5AF2)
        case .tiltRight: Colour(0xAC8E68)
        case .raise: Colour(0x7DF0C8)
        case .lower: Colour(0xFF6A00)
        case .stroop: .white
        }
    }

    static func colour(_ colour: StroopColour) -> Colour {
        switch colour {
        case .red: Colour(0xFF453A)
        case .blue: Colour(0x3D9BFF)
        case .green: Colour(0x30D158)
        case .yellow: Colour(0xFFD60A)
        }
    }

    /// Returns the one-character mark of a gesture, for lists.
    static func mark(_ gesture: PocketGesture) -> String {
        switch gesture {
        case .swipeUp: "↑"
        case .swipeDown: "↓"
        case .swipeLeft: "←"
        case .swipeRight: "→"
        case .tap: "⊙"
        case .doubleTap: "◎"
        case .longPress: "◉"
        case .pinch: "⇥"
        case .shake: "≋"
        case .tiltLeft: "◀"
        case .tiltRight: "▶"
        case .raise: "▲"
        case .lower: "▼"
        case .stroop: "▨"
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

    /// Returns how to make a gesture in a terminal.
    static func advice(_ gesture: PocketGesture) -> String {
        switch gesture {
        case .swipeUp: "press ↑, or drag up"
        case .swipeDown: "press ↓, or drag down"
        case .swipeLeft: "press ←, or drag to the left"
        case .swipeRight: "press →, or drag to the right"
        case .tap: "press space once, or click"
        case .doubleTap: "press space twice, or click twice"
        case .longPress: "hold space or the button until it counts"
        case .pinch: "press -, or turn the wheel towards you, three notches"
        case .shake: "press x"
        case .tiltLeft: "press ["
        case .tiltRight: "press ]"
        case .raise: "press r"
        case .lower: "press f"
        case .stroop: "swipe to the colour of the letters, not to the word"
        }
    }

    static let legend = "arrows swipe · space tap, twice, held · - pinch · [ ] tilt · r f lift · x shake"
}
