import FuzzSupport
import ThudHapticFormats
import ThudPatterns

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHaptic(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    fuzz(PatternFormat.haptic, input)
    for name in reading("fuzz.hasp", try HaspFile.clips(in: input, file: "fuzz.hasp")) ?? [] {
        let clip = reading("fuzz.hasp", try HaspFile.clip(name, in: input, file: "fuzz.hasp").pattern.get())
        if let clip { exercise(clip) }
    }
    return 0
}
