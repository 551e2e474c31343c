import FuzzSupport
import ThudHapticFormats

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHJIF(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    fuzz(PatternFormat.hjif, bytes(data, size))
    return 0
}
