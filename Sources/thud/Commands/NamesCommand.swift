import ArgumentParser
import ThudCore
import ThudFeedback
import ThudPlayback

struct NamesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "names", example: "thud names",
        about: "List every cue: its name, whether it lasts, its length, and what it consists of.")

    @Option("List the cues of this folder too; may be repeated.", value: "dir") var cues: [String] = []

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let assets = cues.isEmpty ? try Assets.find() : try? Assets.find()
        let loader = CueLoader(assets, folders: cues, sampleRate: PCMRequest().sampleRate)
        try loader.finish()
        var library = CueLibrary.none
        var broken: [ThudError] = []
        for part in loader.worker.take() {
            switch part {
            case .cues(let cues): library.add(cues)
            case .broken(let error): broken.append(error)
            case .remark(let error): Console.remark("thud: \(error)")
            case .failed, .complete: break
            }
        }
        let cues = library.cues.values.sorted { $0.cue.name < $1.cue.name }
        Console.result(isJSON: json, .array(cues.map(\.json)), cues.map(Self.line))
        for error in broken { Console.remark("thud: \(error)") }
        if !broken.isEmpty { throw ThudError(.badInput, "left out what is broken: \(Count.of(broken.count, "error"))") }
    }

    private static func line(_ cue: PreparedCue) -> String {
        let parts = [
            cue.cue.hasSound ? "sound" : nil, cue.cue.hasHaptics ? "haptics" : nil,
            cue.cue.flash.map { "flash \($0.colour)" }, cue.cue.lasts.map { "lasts (\($0.rawValue))" },
        ].compactMap(\.self)
        return Padding.left(cue.cue.name, 28) + Padding.right(Decimals.fixed(cue.seconds, 3), 7) + " s  "
            + parts.joined(separator: ", ")
    }
}
