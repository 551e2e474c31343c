import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

/// An answered prompt that leaves in the direction of the gesture, under the sign of its answer. It does so over
/// anything that follows: the next prompt, another turn or the result. A failed one also shakes the picture.
struct LeavingPrompt {
    private let attempt: PocketProgress.Attempt
    /// The seconds since the answer.
    private let age: Double

    /// Creates the prompt answered last. nil if nothing was answered yet.
    init?(_ round: PocketRound, at now: Instant) {
        guard let attempt = round.progress.attempts.last, let answered = attempt.answered, now >= answered else {
            return nil
        }
        self.attempt = attempt
        age = (now - answered).seconds
    }

    /// Draws the prompt over everything else, and shakes the picture if it failed.
    func draw(on canvas: inout Canvas) {
        draw(in: canvas.free.part(row: 1), on: &canvas)
        shake(&canvas)
    }

    func shake(_ canvas: inout Canvas) {
        if !attempt.isRight { Shake(age: age).draw(on: &canvas) }
    }

    /// Draws only the prompt, on its way from the middle of `area` to its edge.
    func draw(in area: Area, on canvas: inout Canvas) {
        // A late prompt has no gesture, so it sinks.
        let way = attempt.made?.way ?? .init(x: 0, y: 1)
        LeavingStrip(
            attempt.isRight ? attempt.title : attempt.text, signs: signs,
            attempt.isRight ? Neon.green : Neon.orange, way: way, age: age, isBrisk: true
        )?.draw(in: area, on: &canvas)
    }

    private var signs: (String, String) {
        attempt.isRight ? ("✓", attempt.made.map(PocketPalette.mark) ?? "✓") : ("✗", "✗")
    }
}

extension PocketProgress.Attempt {
    /// The requested gesture, or the one made if the player had a free choice.
    fileprivate var title: String { (asked?.gesture ?? made)?.title ?? "" }
}

extension PocketGesture {
    /// Its direction on the screen: to the right and down, -1 to 1.
    fileprivate var way: Sketch.Point {
        switch self {
        case .swipeUp, .raise: .init(x: 0, y: -1)
        case .swipeDown, .lower: .init(x: 0, y: 1)
        case .swipeLeft, .tiltLeft: .init(x: -1, y: 0)
        case .swipeRight, .tiltRight: .init(x: 1, y: 0)
        case .tap, .doubleTap, .longPress, .pinch, .shake, .stroop: .init(x: 1, y: -1)
        }
    }
}
