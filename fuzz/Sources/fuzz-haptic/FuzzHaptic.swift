import FuzzSupport
import ThudHapticFormats

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHaptic(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    fuzz(PatternFormat.haptic, bytes(data, size))
    return 0
}
