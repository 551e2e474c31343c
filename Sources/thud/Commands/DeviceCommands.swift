import ArgumentParser
import ThudCore
import ThudPlayback

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "devices", example: "thud devices",
        about: "List the ALSA PCMs: which mix with other programs, the smallest buffer of each, and which one is used.")

    @Flag(help: "Print the list as JSON.")
    var json = false

    func run() throws {
        let used = Environment["THUD_DEVICE"] ?? PCMRequest().name
        let listings = Console.withoutStandardError { PCMListing.all(including: used) }
        let width = (listings.map(\.name.count).max() ?? 0) + 2
        let lines = listings.map { listing in
            (listing.name == used ? "* " : "  ") + Padding.left(listing.name, width) + Self.words(listing)
        }
        Console.result(isJSON: json, .array(listings.map { DevicesCommand.json($0, used: used) }), lines)
    }

    private static func words(_ listing: PCMListing) -> String {
        let sharing: String
        switch listing.sharing {
        case .mixes: sharing = "mixes" + (listing.smallestLatency.map { ", from \(Decimals.fixed($0, 1)) ms" } ?? "")
        case .exclusive: sharing = "needs --exclusive"
        case .unusable(let error):
            // Without the advice at its end, which is to look at this list.
            let end = error.message.lastIndex(of: ";") ?? error.message.endIndex
            return "cannot be used: \(error.message[..<end])"
        }
        return Padding.left(sharing, 24) + listing.about
    }

    private static func json(_ listing: PCMListing, used: String) -> JSONValue {
        let (sharing, problem): (String, JSONValue) =
            switch listing.sharing {
            case .mixes: ("mixes", .null)
            case .exclusive: ("exclusive", .null)
            case .unusable(let error): ("unusable", .string(error.description))
            }
        return [
            "name": .string(listing.name),
            "about": .string(listing.about),
            "used": .bool(listing.name == used),
            "sharing": .string(sharing),
            "smallest_latency_ms": listing.smallestLatency.map { .number($0) } ?? .null,
            "problem": problem,
        ]
    }
}

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "doctor", example: "thud doctor",
        about: """
            Find what prevents low latency on this machine, and how to fix it. Plays a second of silence and a few \
            inaudible cues; changes nothing.
            """)

    @Flag(help: "Print the findings as JSON.")
    var json = false
    @OptionGroup var output: DeviceOptions

    func run() throws {
        let findings = Examination(options: output).findings()
        Console.result(isJSON: json, .array(findings.map(\.json)), findings.flatMap(\.lines).map(Console.shortened))
        let failures = findings.count { $0.severity == .failure }
        if failures > 0 {
            let checks = Count.of(findings.count, "check")
            throw ThudError(.checkFailed, "\(failures) of \(checks) failed; what they found says what to do")
        }
    }
}
