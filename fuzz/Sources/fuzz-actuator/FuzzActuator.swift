import FuzzSupport
import ThudPatterns

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzActuator(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    for file in ["actuator.json", "actuator.acf"] {
        if let profile = reading(file, try ActuatorProfile.read(input, file: file)) { render(profile) }
    }
    return 0
}

private func render(_ profile: ActuatorProfile) {
    let samples = HapticRenderer(sampleRate: 8_000).render(HapticPreset.impactHeavy.pattern, as: .felt(profile))
    require(samples.allSatisfy(\.isFinite), "an acceleration that is no number")
}
