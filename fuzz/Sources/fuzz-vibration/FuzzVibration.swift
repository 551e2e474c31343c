import FuzzSupport
import ThudHapticFormats

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVibration(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    fuzz(PatternFormat.androidXML, bytes(data, size))
    return 0
}
