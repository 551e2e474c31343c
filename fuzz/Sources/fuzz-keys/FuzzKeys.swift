import FuzzSupport
import ThudCore
import ThudInput
import ThudTerminal

/// Called by libFuzzer with each input. The first byte gives the size of the pieces in which the rest arrives, which
/// must make no difference.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeys(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    guard let first = input.first else { return 0 }
    let rest = input.dropFirst()
    let starts = stride(from: rest.startIndex, to: rest.endIndex, by: Int(first) + 1)
    let parts = starts.map { Array(rest[$0...].prefix(Int(first) + 1)) }
    var whole = InputParser()
    var pieces = InputParser()
    let events = parts.flatMap { pieces.take($0) }
    require(whole.take(rest) == events, "in pieces other events come out")
    require(whole.timeout == pieces.timeout, "in pieces the timeout differs")
    require(events.count <= rest.count, "more events than bytes")
    require(whole.flush() == pieces.flush(), "in pieces the rest differs")
    require(whole.timeout == nil, "something waits after all was given up")
    judge(parts, apart: .milliseconds(Int64(first)))
    return 0
}

/// Requires that every doubted press is settled once, and that nothing waits for ever.
private func judge(_ parts: [[UInt8]], apart: Interval) {
    var input = TerminalInput()
    var now = Instant(nanoseconds: 0)
    var events: [InputEvent] = []
    for part in parts {
        events += input.take(part, at: now)
        now = now + apart
    }
    // The end of an incomplete sequence may be a key, whose own doubt then has to be settled.
    for _ in 0..<2 {
        now = now + .seconds(10)
        events += input.advance(to: now)
    }
    func count(_ certainty: KeyEvent.Certainty) -> Int {
        events.count {
            if case .key(let key) = $0 { key.kind != .release && key.certainty == certainty } else { false }
        }
    }
    require(count(.doubted) == count(.settled), "a doubt is left open, or settled twice")
    require(input.nextDeadline == nil, "something waits for ever")
}
