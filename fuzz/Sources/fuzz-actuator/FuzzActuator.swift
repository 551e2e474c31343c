import FuzzSupport
import ThudPatterns

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzActuator(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    guard let profile = reading("actuator.json", try ActuatorProfile.read(input, file: "actuator.json")) else {
        return 0
    }
    let samples = HapticRenderer(sampleRate: 8_000).render(HapticPreset.impactHeavy.pattern, as: .felt(profile))
    require(samples.allSatisfy(\.isFinite), "an acceleration that is no number")
    return 0
}
