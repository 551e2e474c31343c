/// Tells which patterns were saved: their files, or the sounds that they name.
final class SubjectWatch {
    private let subjects: [AuditionSubject]
    private let watch: FileWatch
    /// What made up each when it could be read last.
    private var files: [[String]]

    /// Watches patterns from now on; one that cannot be read yet is watched for the save that mends it.
    ///
    /// - Throws: `CommandError` where the system has no watch left to give.
    init(_ subjects: [AuditionSubject]) throws(CommandError) {
        self.subjects = subjects
        watch = try FileWatch()
        files = subjects.map { $0.files(nil) }
        for place in subjects.indices {
            // Watched before it is read: a save in between is not missed.
            watch.add(files[place])
            if let loaded = try? subjects[place].load() { note(loaded, at: place) }
        }
    }

    /// Readable when something was saved near the patterns.
    var descriptor: Int32 { watch.descriptor }

    /// Watches the sounds of a pattern that was just read; to be told before they are read.
    func note(_ loaded: AuditionSubject.Loaded, at place: Int) {
        files[place] = subjects[place].files(loaded)
        watch.add(files[place])
    }

    /// The places of the patterns that were saved since this was asked last.
    func saved() -> [Int] {
        let saved = watch.saved()
        return subjects.indices.filter { saved.has(files[$0]) }
    }
}
