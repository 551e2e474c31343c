import TestTraits
import Testing
import ThudCore
import ThudGameUI
import ThudKape
import ThudRecords
import ThudReports
import ThudTestSupport

@testable import thud

@Suite(.timed) struct AwaitedFrameTests {
    private func picture(_ now: Instant) -> ShellPicture {
        ShellPicture(
            theme: Kape.theme, flow: ShellFlow(Kape.description, preferences: .init()), session: nil, now: now,
            sceneAge: 1)
    }

    @Test func `the first frame that was made after a prompt is told with the moment at which it was written`() throws {
        let terminal = try #require(BenchTerminal())
        terminal.start()
        let renderer = ScreenRenderer(terminal.output)
        defer {
            renderer.stop()
            terminal.stop()
        }
        let patience = Interval.seconds(30)
        let asked = Instant.now()
        renderer.awaitFrame(since: asked)
        renderer.post(picture(asked - .milliseconds(1)), due: asked)
        try holdOn("the frame before", within: patience) { renderer.times.delay.count == 1 }
        #expect(renderer.takeAwaitedFrame() == nil, "it was made before the prompt")
        let posted = Instant.now()
        renderer.invalidate()
        renderer.post(picture(posted), due: posted)
        try holdOn("the frame", within: patience) { renderer.times.delay.count == 2 }
        let shown = try #require(renderer.takeAwaitedFrame())
        #expect(shown >= posted && shown <= .now())
        renderer.invalidate()
        renderer.post(picture(.now()), due: .now())
        try holdOn("the frame after", within: patience) { renderer.times.delay.count == 3 }
        #expect(renderer.takeAwaitedFrame() == nil, "it is told once")
    }
}
