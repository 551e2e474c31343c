import ThudCues
import ThudRecords

extension SettingsPanel {
    /// Every setting as it stands.
    static func rows(_ preferences: Preferences) -> [SettingsView.Row] {
        Item.allCases.map { $0.row(preferences) }
    }
}

extension SettingsPanel.Item {
    fileprivate func row(_ preferences: Preferences) -> SettingsView.Row {
        switch self {
        case .sound: .init(KapeWords.sound, Self.onOff(preferences.soundOn))
        case .haptics: .init(KapeWords.haptics, Self.haptics(preferences.haptics))
        case .silentSwitch: .init(KapeWords.silentSwitch, Self.silentSwitch(preferences.silentSwitch))
        case .volume: .init(KapeWords.volume, Self.percent(preferences.volume), share: preferences.volume)
        case .roundLength: .init(KapeWords.roundLength, Self.seconds(preferences.seconds))
        case .reduceMotion: .init(KapeWords.reduceMotion, Self.onOff(preferences.reduceMotion))
        case .tutorial: .init(KapeWords.tutorial, Self.onOff(!preferences.tutorialDone))
        case .gloss: .init(KapeWords.gloss, Self.onOff(preferences.gloss))
        case .developerLine: .init(KapeWords.developerLine, Self.onOff(preferences.developerLine))
        }
    }

    private static func onOff(_ isOn: Bool) -> Phrase { isOn ? KapeWords.on : KapeWords.off }

    private static func haptics(_ haptics: FeedbackSettings.Haptics) -> Phrase {
        switch haptics {
        case .heard: KapeWords.on
        case .drive: KapeWords.drive
        case .off: KapeWords.off
        }
    }

    private static func silentSwitch(_ position: Preferences.SilentSwitch) -> Phrase {
        switch position {
        case .on: KapeWords.on
        case .off: KapeWords.off
        case .follow: KapeWords.follow
        }
    }

    private static func percent(_ share: Double) -> Phrase {
        let text = "\(Int((share * 100).rounded())) %"
        return Phrase(text, "")
    }

    private static func seconds(_ seconds: Double) -> Phrase { Phrase("\(Int(seconds.rounded())) s", "") }
}
