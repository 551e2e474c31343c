import FuzzSupport
import ThudHapticFormats
import ThudPatternRendering
import ThudPatterns
import ThudSoundFiles

/// Called by libFuzzer with each input: two bytes that describe the sounds, then an AHAP file that names them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRendition(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    guard input.count > 2, let pattern = try? PatternFormat.ahap.read(Array(input[2...]), file: "fuzz.ahap").pattern,
        isShort(pattern)
    else { return 0 }
    let sound = tinySound(frames: 1 + Int(input[0] & 63), channels: 1 + Int(input[1] & 1))
    let paths = Set(pattern.events.compactMap(\.waveformPath))
    let sounds = PatternSounds(Dictionary(uniqueKeysWithValues: paths.map { ($0, sound) }))
    let rendition = Rendition(pattern, sounds: sounds, as: .heard, sampleRate: 8_000)
    require(rendition.left.count == rendition.right.count, "one side is longer than the other")
    require(rendition.left.allSatisfy(\.isFinite) && rendition.right.allSatisfy(\.isFinite), "a sample is no number")
    return 0
}

/// Returns whether it renders quickly.
private func isShort(_ pattern: HapticPattern) -> Bool { pattern.events.count <= 16 && pattern.duration <= 1 }

/// Returns a sound whose frames all differ.
private func tinySound(frames: Int, channels: Int) -> Sound {
    Sound(
        sampleRate: 8_000,
        channels: (0..<channels).map { channel in
            (0..<frames).map { frame in 1 / Float(1 + channel + frame) }
        })
}
