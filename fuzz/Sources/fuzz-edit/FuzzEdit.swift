import FuzzSupport
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Called by libFuzzer with each input: a line of edits, then a file, which is edited in each format that takes it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEdit(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    let line = input.prefix { $0 != UInt8(ascii: "\n") }
    guard let script = reading("", try EditScript(parsing: String(decoding: line, as: UTF8.self))) else { return 0 }
    let file = Array(input.dropFirst(line.count + 1))
    for format in [PatternFormat.ahap, .haptic, .he] {
        if let pattern = try? format.read(file, file: "fuzz").pattern, pattern.events.count <= 64 {
            edit(pattern, in: file, format, by: script)
        }
    }
    return 0
}

/// Requires that what an edit writes can be read, and that taking it back gives the same bytes.
private func edit(_ pattern: HapticPattern, in file: [UInt8], _ format: PatternFormat, by script: EditScript) {
    var remarks: [String] = []
    let edited = reading("", try format.edited(pattern, by: script) { remarks.append($0) })
    guard let edited, edited.events.count <= 1_000 else { return }
    require(!remarks.contains { $0.isEmpty || $0.contains(where: \.isNewline) }, "remarks \(remarks)")
    let (before, after) = (format.write(pattern), format.write(edited))
    guard let read = reading("fuzz", try format.read(after.bytes, file: "fuzz")) else {
        fatalError("what was edited is refused: \(after.text)")
    }
    exercise(read.pattern)
    guard let old = try? JSONNode.parse(before.bytes).value, let new = try? JSONNode.parse(after.bytes).value else {
        fatalError("what was written is no JSON")
    }
    // The lint's `--fix` mends what is no JSON.
    guard let (text, back) = (try? JSONPatch.between(old, new, in: file))?.applied(to: file) else { return }
    require(back.applied(to: text)?.text == file, "taken back, an edit leaves something behind")
}
