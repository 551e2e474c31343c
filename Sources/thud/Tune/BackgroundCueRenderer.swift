import ThudCore
import ThudCues
import ThudFeedback

/// Reads and renders cues on a thread of its own while a round runs. Of a cue that is asked for several times meanwhile only the
/// latest is rendered, and a folder is read once for all that was saved in it meanwhile.
final class BackgroundCueRenderer: Sendable {
    /// What came of a request.
    enum Outcome: Sendable {
        /// Cues that were asked for, or why they cannot be rendered.
        case rendered(Result<CueLibrary, ThudError>)
        /// The folder as it is by now.
        case read(Reading)
    }

    struct Reading: Sendable {
        /// The number under which the reading was asked for.
        let number: Int
        /// Its patterns; nil where they cannot be read.
        let cues: TunedCues?
        /// The files that they consist of, the sounds too.
        let files: [String]
        /// All of its cues, or why they cannot be read or rendered.
        let library: Result<CueLibrary, ThudError>
    }

    private struct Request: Sendable {
        var cues: [Cue] = []
        /// What is turned in the folder that is to be read, and the number of the reading.
        var reading: (of: TunedCues, number: Int)?
    }

    private let worker: Worker<Request, Outcome>

    /// Readable when there is an outcome.
    var descriptor: Int32 { worker.descriptor }

    /// A renderer of cues whose sounds stand in `folder`, at `sampleRate` Hz.
    init(folder: String, sampleRate: Int) {
        let render = { @Sendable cues in
            Result { () throws(ThudError) in try CueLibrary(cues, soundsIn: folder, sampleRate: sampleRate) }
        }
        worker = Worker(name: "thud-tune") { batch in
            let latest = Dictionary(batch.requests.flatMap(\.cues).map { ($0.name, $0) }) { $1 }
            // In this order, so that what was turned before the folder was to be read does not come out after it.
            if !latest.isEmpty { batch.reply(.rendered(render(Array(latest.values)))) }
            guard let last = batch.requests.compactMap(\.reading).last else { return }
            batch.reply(.read(Self.reading(of: last.of, number: last.number, render)))
        }
    }

    /// Ends the thread, with what it renders at present. To be called once.
    func stop() { worker.stop() }

    func render(_ cues: [Cue]) { if !cues.isEmpty { worker.post(Request(cues: cues)) } }

    /// Reads the folder of `cues` again, with what is turned of them, and renders all of it.
    func read(_ cues: TunedCues, number: Int) { worker.post(Request(reading: (cues, number))) }

    /// The outcomes since the last call, in the order in which they came.
    func take() -> [Outcome] { worker.take() }

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
