import FuzzSupport
import ThudHapticFormats

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAndroid(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    fuzz(PatternFormat.android, bytes(data, size))
    return 0
}
