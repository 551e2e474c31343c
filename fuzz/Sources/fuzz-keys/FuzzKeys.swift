import FuzzSupport
import ThudTerminal

/// What libFuzzer calls with each input. The first byte says how long the pieces are in which the rest comes in; that must
/// make no difference.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeys(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    guard let first = input.first else { return 0 }
    let rest = input.dropFirst()
    var whole = InputParser()
    var pieces = InputParser()
    var events: [InputEvent] = []
    for start in stride(from: rest.startIndex, to: rest.endIndex, by: Int(first) + 1) {
        events += pieces.take(rest[start...].prefix(Int(first) + 1))
    }
    require(whole.take(rest) == events, "in pieces other events come out")
    require(whole.patience == pieces.patience, "in pieces the patience differs")
    require(events.count <= rest.count, "more events than bytes")
    require(whole.flush() == pieces.flush(), "in pieces the rest differs")
    require(whole.patience == nil, "something waits after all was given up")
    return 0
}
