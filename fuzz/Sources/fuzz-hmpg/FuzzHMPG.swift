import FuzzSupport
import ThudHapticFormats
import ThudPatterns

/// The unit that begins a file, which few inputs would guess.
private let start: [UInt8] = {
    let tap = HapticPattern([
        HapticEvent(.transient, intensity: 1, sharpness: 1),
        HapticEvent(.continuous, at: 1, duration: 1, intensity: 1, sharpness: 0),
    ])
    let file = PatternFormat.hmpg.write(tap).bytes
    // Its length in bytes is in 32 bits of its header, from the 36th on.
    let length = file[4..<9].reduce(0) { $0 << 8 | Int($1) } >> 4 & 0xFFFF_FFFF
    return Array(file.prefix(9 + length))
}()

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHMPG(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    fuzz(PatternFormat.hmpg, input)
    fuzz(PatternFormat.hmpg, start + input)
    return 0
}
