import Testing
import ThudCore
import ThudHaptics

/// Entries of a pattern that hold more than one thing.
@Suite struct AHAPEntryTests {
    private let tap = #""Event": {"Time": 0, "EventType": "HapticTransient"}"#
    private let step = #""Parameter": {"ParameterID": "HapticIntensityControl", "ParameterValue": 0.5, "Time": 0}"#

    @Test func `an entry of an event and a parameter is told of, and both act`() throws {
        let text = pattern("{\(tap), \(step)}")
        #expect(
            lint(text) == [
                "2:1: Pattern[0]: suspicious: holds Event and Parameter together; all act here, and other readers may "
                    + "take only one"
            ])
        let read = try AHAP.read(Array(text.utf8), file: "")
        #expect(read.events.count == 1 && read.parameters.count == 1)
    }

    @Test func `entries of one thing each are not`() { #expect(lint(pattern("{\(tap)}", "{\(step)}")).isEmpty) }
}
