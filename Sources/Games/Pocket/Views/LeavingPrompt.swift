import ThudCore
import ThudGameKit
import ThudGameUI
import ThudTerminal

/// A prompt that was answered leaves in the direction of the gesture, under the sign of its answer, whatever comes after it: the next
/// prompt, another turn, the result. One that failed shakes the picture, too.
struct LeavingPrompt {
    private let attempt: PocketProgress.Attempt
    /// Since the answer, in seconds.
    private let age: Double

    /// The prompt that was answered last; nil once it has left.
    init?(_ round: PocketRound, at now: Instant) {
        guard let attempt = round.progress.attempts.last, let answered = attempt.answered, now >= answered else {
            return nil
        }
        self.attempt = attempt
        age = (now - answered).seconds
    }

    /// Draws it over all that is there, and shakes that where it failed.
    func draw(on canvas: inout Canvas) {
        draw(in: canvas.free.part(row: 1), on: &canvas)
        shake(&canvas)
    }

    func shake(_ canvas: inout Canvas) {
        if !attempt.isRight { Shake(age: age).draw(on: &canvas) }
    }

    /// Draws the prompt alone, on its way from the middle of `area` to its edge.
    func draw(in area: Area, on canvas: inout Canvas) {
        // Nothing was made of what is late: it sinks.
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
    /// What was asked for, or what was made where the player could choose.
    fileprivate var title: String { (asked?.gesture ?? made)?.title ?? "" }
}

extension PocketGesture {
    /// Where it goes on the screen: to the right and down, -1 to 1.
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
