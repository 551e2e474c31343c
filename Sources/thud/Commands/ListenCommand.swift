import ArgumentParser
import ThudCore

struct ListenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: """
            Example: thud listen <<< kape/correct

            Play the cues that standard input names, one a line: feedback for any program.
            """,
        discussion: """
            kape/correct        play the cue now
            +0.250 kape/tick    play it 0.25 s after the line arrives
            # text              comment

            `thud audition` lists the names. After the end of the input, waiting cues are still played. The exit code is 4 \
            if a line was wrong; the other lines still play. It is 1 if a device played and a cue was not heard or came \
            later than 50 ms. Cues that arrive before the stream starts wait for it, and that wait does not count.
            """)

    @Flag(help: "Report each cue as a line of JSON.") var json = false

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
