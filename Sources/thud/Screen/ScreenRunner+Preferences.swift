import Cues
import Feedback
import Records
import Screens
import Timebase

extension ScreenRunner {
    /// Has the sound follow the preferences in force, which began as the command line had them.
    func applyPreferences() {
        let preferences = flow.preferences
        stage.scheduler.settings = setup.sound.settings(preferences)
        stage.set(preferences.silentSwitch)
        resetWaiter()
    }
}
