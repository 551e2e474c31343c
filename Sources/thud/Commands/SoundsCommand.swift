import ArgumentParser
import ThudCore
import ThudSoundRecipes

struct SoundsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "sounds", example: "thud sounds build",
        about: "Build the shipped sounds.",
        subcommands: [Build.self])

    struct Build: ParsableCommand {
        static let configuration = CommandConfiguration(
            "build", example: "thud sounds build --into /tmp",
            about: """
                Synthesise the shipped sounds again, to the same samples, and print their loudness. Each game has a folder.
                """)

        @Option("Write to this folder instead of the shipped one.", value: "folder") var into: String?

        @Flag(help: "Print the sounds as JSON.")
        var json = false

        func validate() throws {
            try Usage.require(into != "", "--into takes a folder, such as . for the current one")
        }

        func run() throws {
            let folder = try into ?? "\(Assets.find().folder)/Sounds"
            let sounds = try Recipe.build(into: folder)
            let lines = sounds.map { sound in
                let figures = [
                    "\(Decimals.fixed(sound.seconds, 3)) s",
                    "\(Decimals.fixed(sound.loudness.maximumMomentary, 1)) LUFS",
                    "\(Decimals.fixed(sound.loudness.truePeak, 1)) dBTP",
                ]
                return Padding.left(sound.path, 40) + figures.joined(separator: "  ")
            }
            Console.result(isJSON: json, .array(sounds.map(Build.json)), lines)
        }

        /// Returns the row as JSON, with loudness in LUFS and true peak in dBTP.
        private static func json(_ sound: BuiltSound) -> JSONValue {
            [
                "name": .string(sound.name),
                "path": .string(sound.path),
                "seconds": .number(sound.seconds),
                "loudness_lufs": .number(sound.loudness.maximumMomentary),
                "true_peak_dbtp": .number(sound.loudness.truePeak),
            ]
        }
    }
}
