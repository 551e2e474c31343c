import ThudCore
import ThudCues
import ThudFeedback

/// Reads and renders cues on a background thread while a round runs. If several requests name one cue, only the
/// latest is rendered. Any number of requested readings of the folder become one.
final class BackgroundCueRenderer: Sendable {
    enum Outcome: Sendable {
        case rendered(Result<CueLibrary, ThudError>)
        case read(Reading)
    }

    struct Reading: Sendable {
        let number: Int
        /// The patterns; nil if they cannot be read.
        let cues: TunedCues?
        /// The files of the cues, including their sounds.
        let files: [String]
        /// All cues, or why they cannot be read or rendered.
        let library: Result<CueLibrary, ThudError>
    }

    struct Request: Sendable {
        var cues: [Cue] = []
        /// The tuning to apply to the folder's patterns, and the number of the reading.
        var reading: (of: TunedCues, number: Int)?
    }

    let worker: Worker<Request, Outcome>

    /// Creates a renderer at `sampleRate` Hz of cues whose sounds are in `folder`.
    init(folder: String, sampleRate: Int) {
        let render = { @Sendable cues in
            Result { () throws(ThudError) in try CueLibrary(cues, soundsIn: folder, sampleRate: sampleRate) }
        }
        worker = Worker(name: "thud-tune") { batch in
            let latest = Dictionary(batch.requests.flatMap(\.cues).map { ($0.name, $0) }) { $1 }
            // Cues first, so that a cue tuned before the reading was requested is not delivered after it.
            if !latest.isEmpty { batch.reply(.rendered(render(Array(latest.values)))) }
            guard let last = batch.requests.compactMap(\.reading).last else { return }
            batch.reply(.read(Self.reading(of: last.of, number: last.number, render)))
        }
    }

    func render(_ cues: [Cue]) { if !cues.isEmpty { worker.post(Request(cues: cues)) } }

    /// Reads the folder of `cues` again, applies their tuning, and renders all cues.
    func read(_ cues: TunedCues, number: Int) { worker.post(Request(reading: (cues, number))) }

    private static func reading(
        of cues: TunedCues, number: Int, _ render: ([Cue]) -> Result<CueLibrary, ThudError>
    ) -> Reading {
        do throws(ThudError) {
            let (read, made) = try cues.reread()
            return Reading(number: number, cues: read, files: read.files(of: made), library: render(made))
        } catch {
            return Reading(number: number, cues: nil, files: [], library: .failure(error))
        }
    }
}
