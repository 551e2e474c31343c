import ThudCore
import ThudFeedback
import ThudPatternRendering

extension ConvertCommand {
    /// Converts everything, and then what is saved, until a signal.
    func convertAgain(into output: String) throws {
        let conversion: any WatchedConversion =
            isBulk
            ? WatchedBulk(bulk: try bulk(into: output, Interrupts([])), words: Array(files.dropLast()))
            : WatchedFile(command: self, output: output)
        guard !conversion.inputs.files.isEmpty || !conversion.inputs.folders.isEmpty else {
            throw ThudError(.usage, "--watch needs a file or a folder; \(input) does not change")
        }
        if let signal = try ConversionWatch(conversion).run() { Interrupts.end(by: signal) }
    }
}

/// One file that is converted again whenever it or one of its sounds is saved.
private struct WatchedFile: WatchedConversion {
    let command: ConvertCommand
    let output: String
    /// The hash of the output as it was written last.
    var written: String?

    var inputs: (files: [String], folders: [String]) {
        let input = command.input
        guard !CueFolder.isSound(input) else { return ([input], []) }
        guard let subject = try? PatternShelf.subject(of: input) else { return ([], []) }
        let loaded = CoupledSound.isFile(output) ? try? subject.load() : nil
        return (subject.files(loaded, SoundSearch(folders: command.soundFolders)), [])
    }

    mutating func begin() throws { try convert(replaces: command.force) }

    mutating func convert(_ saved: FileWatch.Saved) throws {
        guard saved.mayHave(inputs.files) else { return }
        let isOwn = written != nil && written == (try? ContentHash(ofFile: output).text)
        try convert(replaces: command.force || isOwn)
    }

    private mutating func convert(replaces: Bool) throws {
        try command.convert(into: output, replaces: replaces)
        written = try? ContentHash(ofFile: output).text
    }
}

/// Folders and files that are converted again one by one, as they are saved.
private struct WatchedBulk: WatchedConversion {
    let bulk: BulkConversion
    let words: [String]
    var earlier = BulkManifest.Earlier()

    var inputs: (files: [String], folders: [String]) {
        let sources = (try? BulkSource.all(of: words, but: bulk.output, after: earlier)) ?? []
        let folders = words.filter(FolderFiles.isFolder).flatMap { FolderFiles.folders(from: $0, but: bulk.output) }
        return (sources.compactMap(\.path), folders)
    }

    mutating func begin() throws {
        earlier = try bulk.earlier()
        let tally = try bulk.run(words, after: &earlier)
        for line in tally.lost { Console.remark("thud: \(line)") }
        Console.result(tally.line(of: bulk))
    }

    mutating func convert(_ saved: FileWatch.Saved) throws {
        let (files, folders) = inputs
        let hasNewFolder = saved.hasNewFolder(of: folders)
        guard hasNewFolder || saved.has(files) else { return }
        // Files in a new folder may have been saved before it was watched. A broken or a refused one is not reported
        // again for that, but one that could not even be read may have been on its way into or out of a folder.
        let reported = earlier.entries.filter { $0.value.hash != nil && !$0.value.isComplete }
        _ = try bulk.run(words, after: &earlier) { source in
            source.path.map { saved.mayHave([$0]) } ?? false || hasNewFolder && reported[source.name] == nil
        }
    }
}
