import Foundation
import ThudCore
import ThudTestSupport

/// The facts that a script reported about a page in a headless Chromium: JSON by name.
struct PageFacts {
    fileprivate(set) var facts: [String: String] = [:]

    /// All other lines on the browser's console: errors, and refusals by the security policy.
    fileprivate(set) var complaints: [String] = []

    /// A fact as JSON, for example `true` or `"idle"`.
    subscript(name: String) -> String? { facts[name] }

    /// Returns a numeric fact; NaN if there is none.
    func number(_ name: String) -> Double { facts[name].flatMap { Double($0) } ?? .nan }
}

/// Opens a page in a new Chromium and runs a script there, in real time, because sounds cannot play in virtual time.
enum Browser {
    /// Helpers for the script: `fact(name, value)` reports, `sleep(milliseconds)` waits.
    private static let prelude = """
        const fact = (name, value) => console.log('FACT ' + name + ' ' + JSON.stringify(value));
        const sleep = milliseconds => new Promise(done => setTimeout(done, milliseconds));
        """

    /// Returns the facts that a script reports about a page.
    ///
    /// - Parameters:
    ///   - page: the HTML; the script runs at its end.
    ///   - width: the width of the page in pixels. No window is narrower than 500, so the page is shown in a frame.
    ///   - flags: further flags for Chromium.
    static func facts(of page: String, width: Int, flags: [String] = [], _ script: String) async throws -> PageFacts {
        let scratch = try ScratchDirectory(prefix: "thud-browser")
        let check = """
            <script>\(prelude)
            (async () => { try { \(script) } catch (error) { console.error(error.stack); } console.log('DONE'); })();
            </script>
            """
        let closing = "</body>"
        let parts = page.components(separatedBy: closing)
        guard parts.count == 2 else { throw HarnessError(description: "The page has \(parts.count - 1) ends.") }
        try scratch.write(parts[0] + check + closing + parts[1], to: "page.html")
        let frame = try scratch.write(
            "<!DOCTYPE html><iframe src=page.html allow=autoplay width=\(width) height=900 style=border:0></iframe>",
            to: "frame.html")
        // It leaves files in the folder for temporary ones when it is ended.
        let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
        let chromium = try RunningProgram(
            try findProgram("chromium", package: "chromium"),
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--enable-logging=stderr", "--autoplay-policy=no-user-gesture-required",
                "--user-data-dir=\(try scratch.directory("profile"))", "--window-size=1400,1000",
            ] + flags + ["file://" + frame], environment: environment)
        do {
            try await chromium.waitForErrorOutput("\"DONE\", source:", within: .seconds(90))
        } catch {
            await chromium.stop()
            throw error
        }
        await chromium.stop()
        return read(chromium.errorOutput)
    }

    /// Parses lines such as `[1:1:1121/104622.7:INFO:CONSOLE:3] "FACT cards 3", source: file:///... (3)`.
    private static func read(_ log: String) -> PageFacts {
        var page = PageFacts()
        for line in log.split(separator: "\n") where line.contains(":CONSOLE:") {
            guard let start = line.range(of: "] \""), let end = line.range(of: "\", source:", options: .backwards)
            else { continue }
            let message = line[start.upperBound..<end.lowerBound]
            let words = message.split(separator: " ", maxSplits: 2)
            if words.count == 3, words[0] == "FACT" {
                page.facts[String(words[1])] = String(words[2])
            } else if message != "DONE" {
                page.complaints.append(String(message))
            }
        }
        return page
    }
}
