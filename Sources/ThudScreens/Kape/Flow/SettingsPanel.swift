import ThudCues
import ThudRecords

/// The settings as a list: which row is chosen, and what a press does to it.
public struct SettingsPanel: Hashable, Sendable {
    /// One thing that can be set.
    public enum Item: Hashable, Sendable, CaseIterable {
        case sound, haptics, silentSwitch, volume, roundLength, reduceMotion, tutorial, gloss, developerLine
    }

    /// The chosen row.
    public internal(set) var selected = 0

    /// The step of the volume.
    static let volumeStep = 0.1
    /// The lengths of a round that are offered, in seconds.
    static let roundLengths = [30.0, 45, 60, 90, 120, 180]

    /// The chosen thing.
    var item: Item { Item.allCases[selected] }

    mutating func move(by rows: Int) -> Bool {
        let moved = min(max(selected + rows, 0), Item.allCases.count - 1)
        defer { selected = moved }
        return moved != selected
    }

    /// Changes what is chosen to its next value (`step` 1) or the one before (-1).
    func change(_ preferences: inout Preferences, step: Int) {
        switch item {
        case .sound: preferences.soundOn.toggle()
        case .haptics: preferences.haptics = preferences.haptics == .off ? .heard : .off
        case .silentSwitch:
            preferences.silentSwitch = Self.next(preferences.silentSwitch, in: Preferences.SilentSwitch.allCases, step)
        case .volume:
            let steps = (preferences.volume / Self.volumeStep).rounded() + Double(step)
            preferences.volume = min(max(steps * Self.volumeStep, 0), 1)
        case .roundLength: preferences.seconds = Self.next(preferences.seconds, in: Self.roundLengths, step)
        case .reduceMotion: preferences.reduceMotion.toggle()
        case .tutorial: preferences.tutorialDone.toggle()
        case .gloss: preferences.gloss.toggle()
        case .developerLine: preferences.developerLine.toggle()
        }
    }

    /// The value `step` places further, round about; the first where the present one is not among them.
    private static func next<Value: Equatable>(_ present: Value, in values: [Value], _ step: Int) -> Value {
        guard let index = values.firstIndex(of: present) else { return values[0] }
        return values[(index + step + values.count) % values.count]
    }
}
