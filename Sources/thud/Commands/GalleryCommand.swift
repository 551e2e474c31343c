import ArgumentParser
import ThudCore
import ThudPatterns
import ThudPictures
import ThudSoundFiles

struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: """
            Example: thud gallery patterns.html kape

            One self-contained page of patterns: a picture, numbers and a play button each. The audio is in the page.
            """,
        discussion: "Without a name it holds every pattern that has one: the presets and the cues of the games.")

    @Argument(help: ArgumentHelp("The page to write.", valueName: "out.html"))
    var page: String

    @Argument(
        help: ArgumentHelp("Games, folders of patterns, patterns by name or files.", valueName: "game|folder|name"))
    var subjects: [String] = []
    @OptionGroup var rendering: RenderingOptions

    func validate() throws {
        guard page.lowercased().hasSuffix(".html") else {
            throw ValidationError("a gallery is a page, so its name ends in .html, not as in \(page)")
        }
        try rendering.check()
    }

    func run() throws {
        let shelf = try PatternShelf(Assets.find())
        let found = subjects.isEmpty ? shelf.subjects : try subjects.flatMap { try shelf.collection($0) }
        guard !found.contains(where: { $0.path.map { SourceFile.isSame($0, page) } ?? false }) else {
            throw ThudError(.usage, "\(page) is one of the patterns; name another file for the page")
        }
        let settings = try rendering.settings()
        let entries = try entries(found, settings)
        let title = subjects.isEmpty ? "Thud: every pattern" : "Thud: " + subjects.joined(separator: ", ")
        try SourceFile.write(Array(Gallery(title: title, entries: entries).html().utf8), to: page)
        Console.result("\(page): \(Count.of(entries.count, "pattern"))")
    }

    /// Returns the cards of the readable patterns. A broken pattern in a game or folder is reported and left out; one
    /// requested by its own name must be readable.
    private func entries(_ found: [AuditionSubject], _ settings: AuditionSettings) throws -> [GalleryEntry] {
        var entries: [GalleryEntry] = []
        for subject in found {
            do {
                entries.append(try GalleryCommand.entry(subject, settings))
            } catch {
                guard !subjects.contains(subject.name) else { throw error }
                Console.remark("\(error)")
            }
        }
        guard !entries.isEmpty else { throw ThudError(.badInput, "no pattern is left to show") }
        return entries
    }

    private static func entry(_ subject: AuditionSubject, _ settings: AuditionSettings) throws -> GalleryEntry {
        let loaded = try subject.load()
        let take = try AuditionTake(loaded, settings, sampleRate: AuditionExport.sampleRate)
        return GalleryEntry(
            name: subject.name, description: subject.summary(of: loaded.pattern),
            picture: PictureFile.picture(of: subject, take),
            metrics: take.figures.named.map { GalleryEntry.Metric($0.name, $0.value) },
            audio: GalleryAudio(
                left: take.sound.channels[0], right: take.sound.channels[1], sampleRate: take.sampleRate),
            from: take.first)
    }
}
