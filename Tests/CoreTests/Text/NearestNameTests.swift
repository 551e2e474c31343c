import Testing
import ThudCore

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("plya", "play"), ("paly", "play"), ("PLAY", "play"), ("pla", "play"), ("plays", "play"), ("rendre", "render"),
        ("audit", "audition"), ("auditoin", "audition"), ("audtio", "audition"),
    ])
    func `a slip of the pen is near: two letters swapped, one too few, one too many, one wrong`(
        typed: String, meant: String
    ) {
        #expect(NearestName.of(typed, among: ["render", "play", "audition"]) == meant)
    }

    @Test(arguments: ["bad", "pyal", "lay it", "", "au"])
    func `what differs in more than a quarter of the letters is not near`(typed: String) {
        #expect(NearestName.of(typed, among: ["loud", "play", "audition"]) == nil)
        #expect(NearestName.question(typed, among: ["loud"]) == "")
    }
}
