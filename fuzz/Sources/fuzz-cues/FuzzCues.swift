import FuzzSupport
import ThudCore
import ThudCues

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCues(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = bytes(data, size)
    var whole = CueLineReader(file: "cues")
    let results = whole.take(bytes[...]) + whole.finish()
    for result in results {
        guard let line = reading("cues", try result.get()) else { continue }
        require((0...CueLine.longest).contains(line.delay?.seconds ?? 0), "a delay out of range")
        if let cue = line.cue {
            require(cue.utf8.count <= 3 * CueLine.mostBytes, "a name of \(cue.utf8.count) bytes")
            requireSentence(line.unknown(file: "cues", among: []), file: "cues")
        }
    }
    // The lines must be the same however the bytes are divided.
    var parted = CueLineReader(file: "cues")
    require(bytes.flatMap { parted.take([$0][...]) } + parted.finish() == results, "other lines, byte by byte")
    let script = try? CueTimeline(parsing: bytes, file: "cues").entries
    require(
        zip(script ?? [], script?.dropFirst() ?? []).allSatisfy { ($0.delay ?? .zero) <= ($1.delay ?? .zero) },
        "disorder")
    return 0
}
