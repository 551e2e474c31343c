import Testing
import ThudCore
import ThudHaptics

private func read(_ text: String) -> Result<ActuatorProfile, SourceError> {
    Result { () throws(SourceError) in try ActuatorProfile.read(Array(text.utf8), file: "a.json") }
}

@Suite("An actuator's profile is read strictly") struct ActuatorProfileReadingTests {
    @Test func `with all that it may say`() throws {
        let text = """
            {"name": "x-axis", "resonance_hz": 170, "quality": 9, "overdrive": 2, "braking": 1, "band_hz": [150, 190]}
            """
        let profile = try read(text).get()
        #expect(profile.name == "x-axis")
        #expect(
            profile.resonance
                == ActuatorResonance(frequency: 170, quality: 9, overdrive: 2, braking: 1, band: 150...190))
    }

    @Test func `with what it must say; the band is then that of half power`() throws {
        let resonance = try #require(try read(#"{"name": "x", "resonance_hz": 100, "quality": 5}"#).get().resonance)
        #expect(resonance.overdrive == 1 && resonance.braking == 0)
        #expect(abs(resonance.band.upperBound - resonance.band.lowerBound - 20) < 1e-9)
        #expect(abs(resonance.band.upperBound * resonance.band.lowerBound - 10_000) < 1e-6)
    }

    @Test(arguments: [
        (#"[]"#, "a.json:1:1: expected an object, found an array"),
        (#"{"resonance_hz": 100, "quality": 5}"#, "a.json:1:1: expected a member `name`, found none"),
        (
            #"{"name": "x", "resonance_hz": 1e308, "quality": 5}"#,
            "a.json:1:31: resonance_hz: expected a number from 20 to 1000, found 1e+308"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 0.1}"#,
            "a.json:1:47: quality: expected a number from 0.5 to 100, found 0.1"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": "5"}"#,
            "a.json:1:47: quality: expected a number, found a string"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "overdrive": 0}"#,
            "a.json:1:63: overdrive: expected a number from 1 to 5, found 0"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "braking": -1}"#,
            "a.json:1:61: braking: expected a number from 0 to 5, found -1"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "band_hz": [100]}"#,
            "a.json:1:61: band_hz: expected two frequencies, found 1"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "band_hz": [100, 90]}"#,
            "a.json:1:67: band_hz[1]: expected a frequency above the first"
        ),
        (
            #"{"name": "", "resonance_hz": 100, "quality": 5}"#,
            "a.json:1:10: name: expected a name of 1 to 40 characters on one line"
        ),
        (
            #"{"name": "x", "resonance_hz": 100, "quality": 5, "q": 1}"#,
            "a.json:1:55: q: no such member is known here; known are name, resonance_hz, quality, overdrive, braking, band_hz"
        ),
    ])
    func `anything else is a sentence with its place`(text: String, message: String) {
        guard case .failure(let error) = read(text) else {
            Issue.record("read \(text)")
            return
        }
        #expect(error.description == message)
    }

    @Test func `a profile made in code is clamped`() {
        let wild = ActuatorResonance(
            frequency: .nan, quality: .infinity, overdrive: -1, braking: 1e308, band: 1...1e308)
        #expect(wild.frequency == 20 && wild.quality == 100 && wild.overdrive == 1 && wild.braking == 5)
        #expect(wild.band == 20...1000)
    }
}
