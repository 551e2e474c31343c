import Foundation

/// Chromium without a window, which shows a page as readers see it. Where it is missing the tests fail: install the
/// Debian package `chromium`.
struct Browser {
    /// What became of a page.
    struct Visit {
        /// The document after it was loaded.
        let document: String
        /// What stands on the browser's console, a line each.
        let console: [String]
    }

    struct Missing: Error, CustomStringConvertible {
        var description: String { "chromium was not found; install the package `chromium`" }
    }

    private let path: String

    init() throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates = folders.flatMap { folder in ["chromium", "chromium-browser"].map { "\(folder)/\($0)" } }
        guard let path = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else { throw Missing() }
        self.path = path
    }

    /// Loads `html` in a frame of `width` pixels (a window cannot be so narrow) and runs `script` there when it has
    /// loaded; the script's value stands in the element `result` of the document.
    func visit(_ html: String, width: Int, script: String) throws -> Visit {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let quoted = html.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;")
        let wrapper = """
            <!DOCTYPE html><meta charset="utf-8"><pre id="result">none</pre>
            <iframe id="page" style="border:0;width:\(width)px;height:2000px" srcdoc="\(quoted)"></iframe>
            <script>
            addEventListener("load", () => {
              const page = document.getElementById("page").contentDocument;
              document.getElementById("result").textContent = (\(script))(page);
            });
            </script>
            """
        let file = folder.appending(path: "page.html")
        try Data(wrapper.utf8).write(to: file)
        let output = folder.appending(path: "document")
        let log = folder.appending(path: "log")
        for url in [output, log] { try Data().write(to: url) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--user-data-dir=\(folder.appending(path: "profile").path)", "--enable-logging=stderr", "--v=0",
            "--virtual-time-budget=2000", "--dump-dom", file.absoluteString,
        ]
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: log)
        try process.run()
        process.waitUntilExit()
        let lines = String(decoding: try Data(contentsOf: log), as: UTF8.self).split(separator: "\n")
        return Visit(
            document: String(decoding: try Data(contentsOf: output), as: UTF8.self),
            console: lines.filter { $0.contains("CONSOLE") }.map(String.init))
    }
}

extension Browser.Visit {
    /// What the script gave.
    var result: String? {
        guard let start = document.range(of: "<pre id=\"result\">"),
            let end = document.range(of: "</pre>", range: start.upperBound..<document.endIndex)
        else { return nil }
        return String(document[start.upperBound..<end.lowerBound])
    }
}
