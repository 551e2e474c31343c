import Glibc
import ThudCore
import ThudCues

extension CueLine {
    /// Reads the request of an OSC message, for the time of its bundle.
    ///
    ///     /thud/play "kape/tick" [gain in dB] ["tag"]
    ///     /thud/begin "habit/hold" "tag"
    ///     /thud/turn "tag" "intensity" 0.8 [over seconds]
    ///     /thud/end "tag" [fade seconds]
    ///     /thud/cancel "tag"
    ///     /thud/stop
    ///
    /// - Throws: `ThudError` (bad input) if the message is something else.
    init(_ message: OSCMessage, _ clock: SystemClock) throws(ThudError) {
        var message = message
        let verb = try message.verb()
        guard message.arguments.isEmpty else {
            throw message.error("there are too many arguments, or arguments of another type")
        }
        let time = message.time.map(clock.instant).flatMap { $0 > clock.instant ? $0 : nil }
        if let time, time - clock.instant > .seconds(Self.longest) {
            throw message.error("the time tag is more than \(Int(Self.longest)) s ahead")
        }
        self.init(verb, at: time.map { .at($0) })
    }
}

extension OSCMessage {
    fileprivate func error(_ message: String) -> ThudError {
        ThudError(file: OSCDoor.name, path: TypedText.shown(path), message: message)
    }

    fileprivate mutating func verb() throws(ThudError) -> CueLine.Verb {
        switch path {
        case "/thud/play":
            let cue = try text("a cue")
            let gain = try number("the gain in dB", in: CueLine.gains) ?? 0
            return .play(cue, gain: pow(10, gain / 20), tag: arguments.isEmpty ? nil : try text("a tag"))
        case "/thud/begin": return .begin(try text("a cue"), tag: try text("a tag"))
        case "/thud/turn":
            let tag = try text("a tag")
            guard let control = LiveControl(rawValue: try text("one of \(LiveControl.names)")) else {
                throw error("expected one of \(LiveControl.names)")
            }
            guard let value = try number("the \(control.rawValue)", in: control.values) else {
                throw error("expected a number after \(control.rawValue)")
            }
            return .turn(tag: tag, control, to: value, over: try seconds())
        case "/thud/end": return .end(tag: try text("a tag"), fade: try seconds())
        case "/thud/cancel": return .cancel(tag: try text("a tag"))
        case "/thud/stop": return .stop
        default: throw error("expected /thud/play, begin, turn, end, cancel or stop")
        }
    }

    private mutating func text(_ what: String) throws(ThudError) -> String {
        guard case .text(let text) = arguments.popFirst(), !text.isEmpty else {
            throw error("expected \(what), as a string")
        }
        return text
    }

    /// Takes a number, if one comes next.
    private mutating func number(_ what: String, in range: ClosedRange<Double>) throws(ThudError) -> Double? {
        guard case .number(let value) = arguments.first else { return nil }
        arguments.removeFirst()
        guard range.contains(value) else {
            let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
            throw error("\(what) must be a number from \(least) to \(most)")
        }
        return value
    }

    private mutating func seconds() throws(ThudError) -> Interval {
        .seconds(try number("the length in seconds", in: 0...CueLine.longest) ?? 0)
    }
}
