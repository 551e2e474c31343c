import Foundation
import ThudCore
import ThudTestSupport

/// The report of a session from `thud play --json`.
struct RoundPlayed {
    struct Cue {
        let name: String
        let isScheduled: Bool
        let trigger: Instant
        let predicted: Instant
        let hapticPredicted: Instant?
        let frame: Int
        let latency: Double
        let outcome: String
        let hapticOutcome: String?
        let brightness: Double?
    }

    let cues: [Cue]
    let xruns: Int
    let standstills: Int
    let framesLost: Int
    let deviceLosses: Int
    let events: [String]
    let score: Int?

    /// Reads the report; throws if a key is missing.
    ///
    /// - Parameter isCut: whether a signal may have ended the round early.
    init(_ outcome: ThudProcess.Outcome, isCut: Bool = false) throws {
        let wasCut = isCut && outcome.exitCode == nil
        guard wasCut || outcome.exitCode == 0 || outcome.exitCode == 1 else {
            throw HarnessError(
                description: "thud ended with \(String(describing: outcome.exitCode)): \(outcome.errorOutput)")
        }
        let root = try JSONReader(Array(outcome.output.utf8), file: "the report")
        cues = try root.member("cues").elements().map { cue in
            Cue(
                name: try cue.member("cue").string(), isScheduled: try cue.member("scheduled").bool(),
                trigger: Instant(nanoseconds: Int64(try cue.member("trigger_ns").number())),
                predicted: Instant(nanoseconds: Int64(try cue.member("predicted_ns").number())),
                hapticPredicted: try cue.optional("haptic_predicted_ns").map {
                    Instant(nanoseconds: Int64(try $0.number()))
                },
                frame: Int(try cue.member("frame").number()),
                latency: try cue.optional("latency_ms").map { try $0.number() } ?? .nan,
                outcome: try cue.member("outcome").string(),
                hapticOutcome: try cue.optional("haptic_outcome").map { try $0.string() },
                brightness: try cue.optional("flash").map { try $0.member("brightness").number() })
        }
        xruns = Int(try root.member("xruns").number())
        standstills = Int(try root.member("standstills").number())
        framesLost = Int(try root.member("frames_lost").number())
        deviceLosses = Int(try root.member("device_losses").number())
        events = try root.member("events").elements().map { try $0.string() }
        score = try root.optional("score").map { Int(try $0.number()) }
        guard wasCut || hasFailed == (outcome.exitCode == 1) else {
            throw HarnessError(description: "thud ended with \(outcome.exitCode ?? -1): \(outcome.output)")
        }
    }

    /// Whether a triggered cue came later than 50 ms, or a cue was not heard.
    private var hasFailed: Bool {
        cues.contains { cue in
            let isPlayed = cue.outcome == "played" || cue.outcome == "late"
            return isPlayed && !cue.isScheduled && cue.latency > 50 || cue.outcome == "unheard"
                || cue.outcome == "refused" || cue.hapticOutcome == "unheard" || cue.hapticOutcome == "refused"
        }
    }

    /// The cues that came out.
    var played: [Cue] { cues.filter { $0.outcome == "played" || $0.outcome == "late" } }

    func cues(_ name: String) -> [Cue] { cues.filter { $0.name == name } }
}
