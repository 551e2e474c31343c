import ArgumentParser
import ThudCore
import ThudHaptics

/// The options of every command that renders patterns.
struct RenderingOptions: ParsableArguments {
    /// The renderings by name.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case heard, drive, felt
    }

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "For ears (usual); without sounds, the raw drive signal, or the actuator's acceleration.",
            valueName: "heard|drive|felt"))
    var kind = Kind.heard

    @Option(
        help: ArgumentHelp(
            "For felt: ideal, lra, phone (usual), voice-coil, or a profile's file.", valueName: "name|file"))
    var actuator = ActuatorProfile.phone.name

    @Option(parsing: .unconditional, help: ArgumentHelp("Multiplies every intensity: 0 to 1 (1).", valueName: "x"))
    var intensity = 1.0

    @Option(parsing: .unconditional, help: ArgumentHelp("Added to every sharpness: -1 to 1 (0).", valueName: "x"))
    var sharpness = 0.0

    @Option(parsing: .unconditional, help: ArgumentHelp("How fast: 0.1 to 10 (1).", valueName: "r")) var rate = 1.0

    @Option(parsing: .unconditional, help: ArgumentHelp("Play from this second on.", valueName: "s")) var from = 0.0

    @Option(parsing: .unconditional, help: ArgumentHelp("Play up to this second.", valueName: "s")) var to: Double?

    /// - Throws: `ValidationError` for a number out of its range.
    func check() throws {
        guard (0...1).contains(intensity) else {
            throw ValidationError("--intensity takes a number from 0 to 1, not \(intensity)")
        }
        guard (-1...1).contains(sharpness) else {
            throw ValidationError("--sharpness takes a number from -1 to 1, not \(sharpness)")
        }
        guard AuditionSettings.rates.contains(rate) else {
            throw ValidationError("--rate takes a number from 0.1 to 10, not \(rate)")
        }
        guard from >= 0, to.map({ $0 > from }) ?? true else {
            throw ValidationError("--from takes seconds from 0 on, and --to a later second")
        }
    }

    /// - Throws: `ThudError` where there is no such actuator.
    func settings() throws -> AuditionSettings {
        let profile = try RenderingOptions.profile(actuator)
        let chosen: Rendering =
            switch kind {
            case .heard: .heard
            case .drive: .drive
            case .felt: .felt(profile)
            }
        var settings = AuditionSettings(renderings: AuditionRenderings.all(startingWith: chosen, on: profile))
        settings.actuator = profile
        settings.controls = LiveControls(intensity: intensity, sharpness: sharpness)
        (settings.rate, settings.from, settings.to) = (rate, from, to ?? .infinity)
        return settings
    }

    /// The actuator of a name, or in a file of that name.
    ///
    /// - Throws: `ThudError` where there is none.
    static func profile(_ actuator: String) throws -> ActuatorProfile {
        if let known = ActuatorProfile.all.first(where: { $0.name == actuator }) { return known }
        guard SourceFile.exists(actuator) else {
            let names = ActuatorProfile.all.map(\.name).joined(separator: ", ")
            throw ThudError(.badInput, "there is no actuator \(actuator); there are \(names), or name a file")
        }
        return try ActuatorProfile.read(SourceFile.read(actuator), file: actuator)
    }
}
