import Testing
import ThudCore

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("plya", "play"), ("paly", "play"), ("PLAY", "play"), ("pla", "play"), ("plays", "play"), ("rendre", "render"),
        ("audit", "audition"), ("auditoin", "audition"), ("audtio", "audition"),
    ])
    func `a typing mistake is near: two letters swapped, one missing, one extra, one wrong`(
        typed: String, meant: String
    ) {
        let question = NearestName.question(typed, among: ["render", "play", "audition"], or: "; no")
        #expect(question == "; did you mean \(meant)?")
    }

    @Test(arguments: ["bad", "pyal", "lay it", "", "au"])
    func `a name that differs in more than a quarter of its letters is not near`(typed: String) {
        #expect(NearestName.question(typed, among: ["loud", "play", "audition"]) == "")
        #expect(NearestName.question(typed, among: ["loud"], or: "; see the list") == "; see the list")
    }

    @Test(arguments: [
        ("tup", "tap or tip"), ("knoc", "knob or knock"), ("holl", "hold"),
        ("tapping-on-woo", "tapping-on-wood or tap"),
    ])
    func `a question may have several names, the nearest first`(typed: String, names: String) {
        let known = ["knob", "hold", "tap", "knock", "tip", "tapping-on-wood"]
        #expect(NearestName.question(typed, among: known, atMost: 2) == "; did you mean \(names)?")
    }

    @Test func `names that begin alike differ by what follows`() {
        let known = (0..<100).map { "footstep-gravel-\($0)" }
        #expect(NearestName.question("footstep-gravle-10", among: known) == "; did you mean footstep-gravel-10?")
        #expect(NearestName.question("footstep-gravel-", among: ["footstep-grass-longer"], or: "; no") == "; no")
    }

    @Test func `for a cue that has only variants, the first of them is nearest`() {
        let known = ["mine/steep", "mine/step/swipe-up", "mine/step/tap"]
        #expect(NearestName.question("mine/step", among: known) == "; did you mean mine/step/swipe-up?")
    }
}
