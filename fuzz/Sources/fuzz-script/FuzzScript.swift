import FuzzSupport
import ThudGameKit
import ThudKape

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScript(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let text = String(decoding: bytes(data, size), as: UTF8.self)
    let script = reading("script", try InputScript<KapeCommand>(parsing: text, file: "script"))
    guard let entries = script?.entries else { return 0 }
    require(entries.count <= InputScript<KapeCommand>.mostEntries, "\(entries.count) entries")
    require(zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time }, "entries out of order")
    return 0
}
