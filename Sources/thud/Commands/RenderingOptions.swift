import ArgumentParser
import ThudCore
import ThudPatternRendering
import ThudPatterns

enum SoundFolders {
    /// Refuses one that is no folder, because a misspelt name would only leave sounds out.
    static func check(_ folders: [String]) throws(ThudError) {
        guard let wrong = folders.first(where: { !FolderFiles.isFolder($0) }) else { return }
        throw ThudError(.badInput, "--sounds takes a folder, and \(TypedText.visible(wrong)) is none")
    }
}

struct RenderingOptions: ParsableArguments {
    enum Kind: String, ExpressibleByArgument, CaseIterable { case heard, drive, felt }

    @Option(
        name: .customLong("as"),
        "Render for ears, or without sounds as the drive signal or the actuator's acceleration.",
        value: "heard|drive|felt")
    var kind = Kind.heard

    @Option(
        "Shape drive and felt for this actuator: ideal (default), lra, phone, voice-coil, or a profile (.json, .acf). "
            + "Without it the figures are those of phone.", value: "name|file")
    var actuator: String?

    @Option("Multiply every intensity by this: 0 to 1.", number: "x") var intensity = TypedNumber(1.0)

    @Option("Add this to every sharpness: -1 to 1.", number: "x") var sharpness = TypedNumber(0.0)

    @Option("Speed: 0.1 to 10.", number: "r") var rate = TypedNumber(1.0)

    @Option("Start at this second.", number: "s") var from = TypedNumber(0.0)

    @Option("Stop at this second.", number: "s") var to: TypedNumber<Double>?

    @Option(name: .customLong("sounds"), "Further folder with the sounds of patterns; may be repeated.", value: "dir")
    var soundFolders: [String] = []

    var search: SoundSearch { SoundSearch(folders: soundFolders) }

    /// The options that concern only how a pattern is rendered.
    var uses: [OptionUse] {
        [
            ("--as", kind != .heard), ("--actuator", actuator != nil), ("--intensity", intensity.value != 1),
            ("--sharpness", sharpness.value != 0), ("--rate", rate.value != 1), ("--from", from.value != 0),
            ("--to", to != nil),
        ]
    }

    func check() throws {
        try intensity.check(0...1, "--intensity takes a number from 0 to 1")
        try sharpness.check(-1...1, "--sharpness takes a number from -1 to 1")
        try rate.check(AuditionSettings.rates, "--rate takes a number from 0.1 to 10")
        try Usage.require(
            from.value >= 0 && (to.map({ $0.value > from.value }) ?? true),
            "--from takes 0 seconds or more, and --to a later time")
    }

    func settings() throws -> AuditionSettings {
        let profile = try actuator.map(RenderingOptions.profile)
        var settings = AuditionSettings(startingWith: kind, on: profile ?? .ideal)
        settings.actuator = profile
        settings.controls = LiveControls(intensity: intensity.value, sharpness: sharpness.value)
        settings.search = search
        (settings.rate, settings.from, settings.to) = (rate.value, from.value, to?.value ?? .infinity)
        return settings
    }

    /// Returns the actuator with this name, or the one in a file with this name.
    static func profile(_ actuator: String) throws -> ActuatorProfile {
        if let known = ActuatorProfile.all.first(where: { $0.name == actuator }) { return known }
        guard SourceFile.exists(actuator) else {
            let names = ActuatorProfile.all.map(\.name).joined(separator: ", ")
            throw ThudError(
                .badInput, "unknown actuator \(TypedText.shown(actuator)); choose one of \(names), or a file")
        }
        return try ActuatorProfile.read(SourceFile.read(actuator), file: actuator)
    }
}
