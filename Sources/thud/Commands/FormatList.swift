import ArgumentParser
import ThudCore
import ThudHapticFormats

/// The formats that `--to` names: one, or several separated by commas.
struct FormatList: ExpressibleByArgument {
    let formats: [PatternFormat]
    /// What is wrong with one of several formats; nil if nothing is.
    let problem: String?

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        formats = words.compactMap { PatternFormat(rawValue: $0) }
        let wrong = words.first { PatternFormat(rawValue: $0) == nil }
        let twice = words.indices.first { words[..<$0].contains(words[$0]) }
        guard words.count > 1 || wrong == nil else { return nil }
        problem =
            wrong.map { "--to does not take “\(TypedText.visible($0))”, only \(PatternFormat.names)" }
            ?? twice.map { "--to names \(words[$0]) twice" }
    }

    var only: PatternFormat? { formats.count == 1 ? formats[0] : nil }
}

extension PatternFormat {
    fileprivate static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}
