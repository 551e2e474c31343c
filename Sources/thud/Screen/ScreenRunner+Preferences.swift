import ThudCore
import ThudCues
import ThudFeedback
import ThudRecords
import ThudScreens

extension ScreenRunner {
    /// Has the sound follow the preferences in force, which began as the command line had them.
    func applyPreferences() {
        let preferences = flow.preferences
        stage.scheduler.settings = setup.sound.settings(preferences)
        stage.set(preferences.silentSwitch)
        resetPoller()
    }
}
