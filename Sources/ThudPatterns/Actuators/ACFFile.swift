import ThudCore

/// Meta's actuator configuration files (`.acf`): JSON5 that tells Meta's Haptics SDK how to drive an actuator
/// (facebook/meta-haptics-sdk, `resources/acf/README.md`).
///
/// Of these files a profile takes the name of the device and the carriers of a vibration. Gains, ducking and the
/// shapes of taps are instructions for that renderer. No member says how the actuator itself moves, so that its
/// acceleration counts as equal to the drive signal.
enum ACFFile {
    private static let longestName = 40

    /// - Throws: `ThudError` if this is no such file, or if its carriers are out of range.
    static func read(_ bytes: [UInt8], file: String) throws(ThudError) -> ActuatorProfile {
        let root = try JSONReader(bytes, file: file, options: .json5)
        _ = try root.member("emphasis").members()
        let continuous = try root.member("continuous")
        let lower = try continuous.member("frequency_min").number(in: ActuatorResonance.frequencies)
        let upper = try continuous.member("frequency_max").number(in: ActuatorResonance.frequencies)
        guard lower <= upper else { throw try continuous.member("frequency_max").error("below frequency_min") }
        let device = try root.optional("metadata")?.optional("device")?.string() ?? ""
        let name = device.filter { !$0.isNewline }.prefix(longestName)
        return ActuatorProfile(name: name.isEmpty ? "ACF" : String(name), resonance: nil, carriers: lower...upper)
    }
}
