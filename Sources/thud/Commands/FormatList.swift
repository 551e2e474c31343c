import ArgumentParser
import ThudHapticFormats

/// The formats that `--to` names: one, or several separated by commas.
struct FormatList: ExpressibleByArgument {
    let formats: [PatternFormat]

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        formats = words.compactMap { PatternFormat(rawValue: String($0)) }
        guard formats.count == words.count, Set(formats).count == formats.count else { return nil }
    }

    var only: PatternFormat? { formats.count == 1 ? formats[0] : nil }
}
