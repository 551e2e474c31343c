import ArgumentParser
import ThudCues
import ThudGameKit
import ThudPatterns

extension FeedbackSettings.Haptics: ExpressibleByArgument {}
extension Preferences.SilentSwitch: ExpressibleByArgument {}

/// The value of `--sound`: on, off, or a file for commands that can play one.
enum SoundChoice: ExpressibleByArgument, Equatable {
    case on, off
    case file(String)

    init?(argument: String) {
        switch argument {
        case "on": self = .on
        case "off": self = .off
        case "": return nil
        default: self = .file(argument)
        }
    }
}

/// The options that decide which parts of a cue are played, and how loud.
struct PolicyOptions: ParsableArguments {
    @Option("Volume of the loudspeakers (default: 1).", number: "0..1") var volume: TypedNumber<Double>?

    @Flag(inversion: .prefixedNo, help: "Play 6 dB louder through the soft clipper.")
    var loud: Bool?

    @Option("Turn sounds on (default) or off; haptics stay.", value: "on|off") var sound: SoundChoice?

    @Option(
        "Play haptics as sound (default), drive actuators on channels 3 and 4, or turn haptics off.",
        value: "heard|drive|off")
    var haptics: FeedbackSettings.Haptics?

    @Option("Loudness of heard haptics beside sounds in dB: -60 to 20 (default: -10).", number: "dB")
    var balance: TypedNumber<Double>?

    @Option(
        "Silent switch; follow (default) uses the system's mute in rounds and thud listen.", value: "on|off|follow")
    var silentSwitch: Preferences.SilentSwitch?

    func validate() throws {
        try volume?.check(0...1, "--volume takes a number from 0 to 1")
        try balance?.check(HeardLaw.balances, "--balance takes decibels from -60 to 20")
    }

    /// Refuses a file, for commands that cannot play one.
    func refuseFile() throws(ValidationError) {
        if case .file(let text) = sound { throw ValidationError("--sound takes on or off, not \(text)") }
    }

    /// Returns these options as preferences, with `preferred` for options that are not given.
    func preferences(over preferred: Preferences = Preferences()) -> Preferences {
        var present = preferred
        if let sound { present.soundOn = sound != .off }
        if let haptics { present.haptics = haptics }
        if let silentSwitch { present.silentSwitch = silentSwitch }
        if let volume { present.volume = volume.value }
        if let loud { present.isLoud = loud }
        return present
    }

    func settings(_ present: Preferences) -> FeedbackSettings {
        FeedbackSettings(
            soundOn: present.soundOn, haptics: present.haptics, silent: present.silentSwitch == .on,
            volume: present.volume, isLoud: present.isLoud, balance: balance?.value ?? HeardLaw.usualBalance,
            reduceMotion: present.reduceMotion)
    }
}
