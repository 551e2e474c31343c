import ArgumentParser
import ThudCore

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: """
            Example: thud listen <<< kape/correct

            Give cues that are named on standard input, one a line: feedback for any program.
            """,
        discussion: """
            kape/correct           as soon as can be
            +0.250 kape/tick       a quarter of a second after the line came
            # and what follows     a comment

            `thud audition` lists the names. Where the input ends, what was asked for is heard out. Ends with 4 where a line was \
            wrong, which is said while the others go on, and else with 1 where a device played and a cue came later than 50 ms \
            or was not heard. Cues that come before the stream has begun wait for it, which is not counted.
            """)

    @Flag(help: "What became of each cue, as a line of JSON.") var json = false

    @OptionGroup var sound: SoundOptions

    func validate() throws {
        try sound.policy.refuseFile()
        if sound.output.device == "" { throw ValidationError("--device takes the name of a PCM, not \"\"") }
    }

    func run() throws {
        let listener = try CueListener(sound, isJSON: json)
        let signal = try Console.withQueuedRemarks { try listener.run() }
        if let signal { Interrupts.end(by: signal) }
        if let failure = listener.failure { throw failure }
    }
}
