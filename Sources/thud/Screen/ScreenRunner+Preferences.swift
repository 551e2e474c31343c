import Cues
import Feedback
import Records
import Screens
import Timebase

extension ScreenRunner {
    /// Has the sound follow the preferences, except for what was said on the command line.
    func applyPreferences() {
        let options = setup.sound
        let preferences = flow.preferences
        stage.scheduler.settings = options.settings(preferred: preferences)
        stage.set(options.silentSwitch ?? preferences.silentSwitch)
        resetWaiter()
    }
}
