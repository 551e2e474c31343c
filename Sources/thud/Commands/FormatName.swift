import ArgumentParser
import ThudHapticFormats

/// The formats by the names that `--to` takes: an extension, or which of the kinds that share `.json`.
enum FormatName: String, CaseIterable {
    case ahap, haptic, hjif, hmpg, he, xml, android, harmony, vibrate, gamepad
    case vibraPattern = "vibra-pattern"
    case feedbackd

    var format: PatternFormat {
        switch self {
        case .ahap: .ahap
        case .haptic: .haptic
        case .hjif: .hjif
        case .hmpg: .hmpg
        case .he: .he
        case .xml: .androidXML
        case .android: .android
        case .harmony: .harmony
        case .vibrate: .vibrate
        case .gamepad: .gamepad
        case .vibraPattern: .vibraPattern
        case .feedbackd: .feedbackd
        }
    }

    /// What follows the name of a file in a folder with several formats.
    var suffix: String { format.fileExtension == "json" ? "\(rawValue).json" : format.fileExtension }
}

/// One format, or several separated by commas.
struct FormatList: ExpressibleByArgument {
    let names: [FormatName]

    init?(argument: String) {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        names = words.compactMap { FormatName(rawValue: String($0)) }
        guard names.count == words.count, Set(names).count == names.count else { return nil }
    }

    /// The format, if there is only one.
    var only: FormatName? { names.count == 1 ? names[0] : nil }
}
