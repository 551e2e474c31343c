import FuzzSupport
import ThudCore
import ThudHapticFormats
import ThudPatterns

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAHAP(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    if let pattern = fuzz(PatternFormat.ahap, bytes(data, size)) { checkRoundTrip(pattern) }
    return 0
}

/// Requires that writing loses nothing, except that it splits long curves.
private func checkRoundTrip(_ pattern: HapticPattern) {
    let text = AHAP.text(pattern)
    let again = try? AHAP.read(Array(text.utf8), file: "fuzz.ahap")
    let isSplit = pattern.curves.contains { $0.points.count > HapticLimits.pointsPerCurve }
    require(isSplit || again == pattern, "written and read again it differs: \(text)")
    require(again.map(AHAP.text) == text, "written twice it differs: \(text)")
}
