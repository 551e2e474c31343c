import ThudCore

/// A conversion that is repeated whenever its inputs change.
protocol WatchedConversion {
    /// The files that it reads now, and the folders in which new ones may appear.
    var inputs: (files: [String], folders: [String]) { get }
    /// Converts everything for the first time.
    mutating func begin() throws
    mutating func convert(_ saved: FileWatch.Saved) throws
}

/// Repeats a conversion for every save until a signal ends it, and reports deleted files.
final class ConversionWatch: LoopClient {
    private var conversion: any WatchedConversion
    private let watch: FileWatch
    private let loop = EventLoop(nil, Interrupts([]), longestSleep: .seconds(60))
    /// Whether an input existed when they were last looked for.
    private var hasInput = false

    /// Watches the inputs of a conversion from now on, so that no save during the first one is missed.
    init(_ conversion: any WatchedConversion) throws(ThudError) {
        self.conversion = conversion
        watch = try FileWatch(advice: "leave out --watch")
        watchInputs()
    }

    /// Converts everything, and then what is saved, until a signal; returns it. Waits for a better save if an input
    /// exists but cannot be converted at first; throws any other failure of the first conversion.
    func run() throws -> Int32? {
        do {
            try conversion.begin()
        } catch let error as ThudError where error.code.fault == .input && hasInput {
            Console.remark("thud: \(error)")
        }
        return loop.run(self)
    }

    func register(in loop: EventLoop) {
        loop.wait(.files, for: [watch.descriptor], until: watch.nextLook) { [self] _ in takeSaves() }
    }

    private func takeSaves() {
        let saved = watch.saved()
        if !saved.isEmpty {
            // New folders are watched before they are read, so that no save in between is missed.
            watchInputs()
            // What cannot be read or written is reported, because the next save may repair it.
            do { try conversion.convert(saved) } catch { Console.remark("thud: \(error)") }
            watchInputs()
        }
        for loss in watch.losses(at: .now()) { Console.remark("\(loss) was deleted; what was converted from it stays") }
    }

    private func watchInputs() {
        let (files, folders) = conversion.inputs
        watch.add(files)
        watch.add(folders: folders)
        watch.expect(files)
        hasInput = !folders.isEmpty || files.contains(where: SourceFile.exists)
    }
}
