import FuzzSupport
import ThudHapticFormats

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHE(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    fuzz(PatternFormat.he, bytes(data, size))
    return 0
}
