import ArgumentParser
import ThudCore
import ThudPictures
import ThudSoundFiles

struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "gallery", example: "thud gallery patterns.html kape",
        about: "Write a self-contained HTML page of patterns, each with a picture, numbers and a play button.",
        discussion: "Without a name the page shows all presets and the cues of all games.")

    @Argument(help: ArgumentHelp("HTML page to write.", valueName: "out.html"), completion: .file())
    var page: String

    @Argument(
        help: ArgumentHelp("Games, folders, pattern names or files.", valueName: "game|folder|name"),
        completion: .file())
    var subjects: [String] = []
    @OptionGroup var rendering: RenderingOptions

    func validate() throws {
        try Usage.require(
            page.lowercased().hasSuffix(".html"),
            "a gallery is an HTML page; choose a file that ends in .html, not \(TypedText.visible(page))")
        try rendering.check()
    }

    func run() throws {
        try SoundFolders.check(rendering.soundFolders)
        let found = try PatternShelf.subjects(of: subjects.isEmpty ? [PatternShelf.all] : subjects)
        try PatternOutput.refuse(page, over: found.compactMap(\.path), called: "\(page), one of the patterns")
        let settings = try rendering.settings()
        let names = subjects.map(StandardInput.name)
        var gallery = Gallery(title: "Thud: " + (names.isEmpty ? "all patterns" : names.joined(separator: ", ")))
        var broken = 0
        for subject in found {
            let entry: GalleryEntry
            do {
                entry = try GalleryCommand.entry(subject, settings)
            } catch {
                // In a game or a folder a broken pattern is left out; one that is requested by name must be readable.
                guard !names.contains(subject.name) else { throw error }
                Console.remark("\(error)")
                broken += 1
                continue
            }
            try gallery.add(entry)
        }
        guard gallery.count > 0 else { throw ThudError(.badInput, "there is no readable pattern to show") }
        try SourceFile.write(gallery.html, to: page)
        Console.result("\(page): \(Count.of(gallery.count, "pattern"))")
        guard broken == 0 else {
            throw ThudError(.badInput, "\(page) lacks \(Count.of(broken, "pattern")) that cannot be read")
        }
    }

    private static func entry(_ subject: AuditionSubject, _ settings: AuditionSettings) throws -> GalleryEntry {
        let loaded = try subject.load()
        let take = try AuditionTake(loaded, settings, sampleRate: AuditionExport.sampleRate)
        if let diagnostic = take.diagnostic { Console.remark("\(subject.name): \(diagnostic)") }
        let sound = take.sound()
        return GalleryEntry(
            name: subject.name, description: subject.summary(of: loaded.pattern),
            picture: PictureFile.picture(of: subject, take),
            metrics: take.figures.named.map { ($0.name, $0.value) },
            audio: GalleryAudio(left: sound.channels[0], right: sound.channels[1], sampleRate: take.sampleRate),
            from: take.first)
    }
}
