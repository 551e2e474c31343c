import ThudCore

/// A step that takes a program past its menus. A script has one a line:
///
///     see Press any key
///     key enter
///     wait 0.5
///
/// `see` waits until the text has been written to the terminal since the last key, and after what the last `see` found.
enum PrepareStep {
    case see(String)
    case key(KeyStimulus)
    case wait(Interval)

    /// Reads a script.
    ///
    /// - Parameter window: the window that gets the keys; nil if the terminal does.
    /// - Throws: `ThudError` with the line that is not a step.
    static func read(_ file: String, in window: WindowStimulus?) throws(ThudError) -> [PrepareStep] {
        var steps: [PrepareStep] = []
        for (number, line) in try ListFile.lines(of: file) {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let step = Self.step(words[0], words.dropFirst().first ?? "", window) else {
                throw ThudError(
                    .badInput, file: file, line: number,
                    message:
                        "expected `see TEXT`, `key KEY` or `wait SECONDS`, found "
                        + "`\(TypedText.shown(String(line), most: 60))`"
                        + (words[0] == "key" ? "; KEY is a key that --press takes" : "")
                )
            }
            steps.append(step)
        }
        return steps
    }

    private static func step(_ verb: String, _ rest: String, _ window: WindowStimulus?) -> PrepareStep? {
        switch verb {
        case "see": rest.isEmpty ? nil : .see(rest)
        case "key": KeyStimulus(rest, in: window).map { .key($0) }
        case "wait": Double(rest).flatMap { (0...600).contains($0) ? .wait(.seconds($0)) : nil }
        default: nil
        }
    }
}
