import ArgumentParser
import ThudCore

/// `thud doctor`: what stands in the way of low latency.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: """
            Example: thud doctor

            What would stand in the way of low latency here, and how to mend it. Plays a second of silence and a few cues too quiet to be heard; changes \
            nothing.
            """)

    @Flag(help: "The findings as JSON.")
    var json = false

    @OptionGroup var output: DeviceOptions

    func run() throws {
        let findings = Examination(options: output).findings()
        if json {
            Console.result(JSONValue.array(findings.map(\.json)).text(.pretty))
        } else {
            for finding in findings { Console.result(finding.text) }
        }
        let failures = findings.count { $0.severity == .failure }
        if failures > 0 {
            throw ThudError(
                .checkFailed,
                "\(failures) of \(counted(findings.count, "check")) \(failures == 1 ? "says" : "say") that the budget cannot be met here"
            )
        }
    }
}
