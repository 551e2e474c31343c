import Glibc
import ThudCore
import ThudReports

/// The files that a bench is to leave behind: looked at before it measures, written when it has.
struct BenchOutputs {
    let triggerLog: String?
    let json: String?
    let html: String?
    let hgrm: String?
    /// Where what is played is recorded meanwhile.
    let recording: String?

    private var paths: [String] { [triggerLog, json, html, hgrm].compactMap(\.self) }

    /// A file that two of them would be written to, so that one would be lost; a pipe or a device takes several.
    var sharedFile: String? {
        let files = (paths + [recording].compactMap(\.self)).filter(Self.isReplaced).map { ($0, Self.place(of: $0)) }
        return files.indices.first { index in files[..<index].contains { $0.1 == files[index].1 } }.map { files[$0].0 }
    }

    /// One for all ways to write the path of a file.
    private static func place(of path: String) -> String {
        guard let folder = realpath(SourceFile.folder(of: path), nil) else { return path }
        defer { free(folder) }
        return "\(String(cString: folder))/\(SourceFile.name(of: path))"
    }

    /// Sees that each could be written, since a minute of measuring is lost otherwise.
    ///
    /// - Throws: `SourceError` for the first that could not.
    func probe() throws(SourceError) {
        for path in paths { try Self.probe(path) }
    }

    /// Writes all of them, even where one fails.
    ///
    /// - Throws: the first `SourceError`, once the others are written.
    func write(_ summary: BenchSummary, _ comparison: BenchComparison?) throws(SourceError) {
        let run = summary.run
        let contents: [(path: String?, text: () -> String)] = [
            (triggerLog, { TriggerLog.text(run.cues) }),
            (json, { run.json(comparison: comparison).text(.pretty) + "\n" }),
            (html, { summary.page(comparison: comparison) }), (hgrm, { summary.percentileText }),
        ]
        var failure: SourceError?
        for (path, text) in contents {
            guard let path else { continue }
            do throws(SourceError) {
                try SourceFile.write(Array(text().utf8), to: path)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private static func probe(_ path: String) throws(SourceError) {
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
            throw SourceError(file: path, message: "cannot be written: it is a folder")
        }
        let isReplaced = isReplaced(path)
        let place = isReplaced ? SourceFile.folder(of: path) : path
        guard access(place, isReplaced ? W_OK | X_OK : W_OK) == 0 else {
            throw SourceError(file: path, message: "cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    /// Whether a new file takes the place of what is there, so that its folder is asked; a pipe or a device is written to
    /// itself.
    private static func isReplaced(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }
}
