import ThudCore
import ThudPatternRendering

/// A conversion that is repeated whenever its inputs change.
protocol WatchedConversion {
    /// The files that it reads now, and the folders in which new ones may appear.
    var inputs: (files: [String], folders: [String]) { get }
    /// Converts what was saved. Reports what cannot be read or written, because the next save may repair it.
    mutating func convert(_ saved: FileWatch.Saved)
}

/// Repeats a conversion for every save until a signal ends it, and reports deleted files.
final class ConversionWatch<Conversion: WatchedConversion>: LoopClient {
    private var conversion: Conversion
    private let watch: FileWatch
    private let loop = EventLoop(nil, Interrupts([]), longestSleep: .seconds(60))
    /// Whether an input existed when they were last looked for.
    private var hasInput = false

    /// Watches the inputs of a conversion from now on.
    ///
    /// - Throws: `ThudError` if files cannot be watched.
    init(_ conversion: Conversion) throws(ThudError) {
        self.conversion = conversion
        watch = try FileWatch(advice: "leave out --watch")
        note()
    }

    /// Converts everything for the first time. Waits for a better save if an input exists but cannot be converted.
    ///
    /// - Throws: `ThudError` for any other failure.
    func begin(_ convert: (inout Conversion) throws -> Void) throws {
        do {
            try convert(&conversion)
        } catch let error as ThudError where error.code.fault == .input && hasInput {
            Console.remark("thud: \(error)")
        }
    }

    /// Runs until a signal; returns it.
    func run() -> Int32? { loop.run(self) }

    func register(in loop: EventLoop) {
        loop.wait(.files, for: [watch.descriptor], until: watch.nextLook) { [self] _ in takeSaves() }
    }

    private func takeSaves() {
        let saved = watch.saved()
        if !saved.isEmpty {
            // New folders are watched before they are read, so that no save in between is missed.
            note()
            conversion.convert(saved)
            note()
        }
        for loss in watch.losses(at: .now()) { Console.remark("\(loss) was deleted; what was converted from it stays") }
    }

    private func note() {
        let (files, folders) = conversion.inputs
        watch.add(files)
        watch.add(folders: folders)
        watch.expect(files)
        hasInput = !folders.isEmpty || files.contains(where: SourceFile.exists)
    }
}
