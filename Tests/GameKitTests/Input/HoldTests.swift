import Testing
import ThudCore
import ThudGameKit
import ThudInput

/// Holds, drags and scaling, which last as long as the hand likes.
struct HoldTests {
    private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    private func findings(_ script: String, awaited: GestureSet, grain: PointerSurface.Grain = .cells) throws
        -> [TimedFinding]
    {
        var recognizer = GestureRecognizer(surface: PointerSurface(grain: grain), awaited: awaited)
        var findings: [TimedFinding] = []
        for entry in try InputScript<HandEvent>(parsing: script, file: "a test").entries {
            findings += recognizer.take(entry.command, at: at(0) + entry.time)
        }
        return findings + recognizer.advance(to: at(20_000))
    }

    private func holds(_ script: String) throws -> [TimedFinding] {
        try findings(script, awaited: .hold).filter {
            switch $0.finding {
            case .holdBegan, .holdEnded: true
            default: false
            }
        }
    }

    private func held(from: Int64, to end: Int64) -> [TimedFinding] {
        [
            TimedFinding(.holdBegan(.space, at: nil), cause: at(from), decided: at(from)),
            TimedFinding(.holdEnded(.space), cause: at(end), decided: at(end)),
        ]
    }

    @Test("A key without repeats or releases is held for 700 ms")
    func lonelyPress() throws { #expect(try holds("0 key+ space") == held(from: 0, to: 700)) }

    @Test("Repeats sent as presses keep a key held until 150 ms without one")
    func repeatsAsPresses() throws {
        let repeats = stride(from: 500, through: 2_000, by: 30).map { "\(Double($0) / 1_000) key+ space" }
        #expect(try holds((["0 key+ space"] + repeats).joined(separator: "\n")) == held(from: 0, to: 2_150))
    }

    @Test("Reported repeats keep a key held until 150 ms without one")
    func repeatsByName() throws {
        #expect(try holds("0 key+ space\n0.6 key* space\n0.64 key* space") == held(from: 0, to: 790))
    }

    @Test("A release ends a hold at once")
    func release() throws { #expect(try holds("0 key+ space\n0.4 key- space") == held(from: 0, to: 400)) }

    @Test("After one reported release, the next is awaited without a limit")
    func believedRelease() throws {
        #expect(
            try holds("0 key+ space\n0.1 key- space\n1 key+ space\n6 key- space")
                == held(from: 0, to: 100) + held(from: 1_000, to: 6_000))
    }

    @Test("A release of one key tells nothing about another")
    func otherKeysRelease() throws {
        #expect(try holds("0 key+ left\n0.1 key- left\n1 key+ space") == held(from: 1_000, to: 1_700))
    }

    @Test("Letting go ends a hold at once")
    func letGo() throws { #expect(try holds("0 key+ space\n0.3 let-go") == held(from: 0, to: 300)) }

    @Test("The mouse button holds from press to release, wherever the pointer goes")
    func pointer() throws {
        let found = try findings("0 down 405 250\n0.5 move 705 250\n3 up 705 250", awaited: .hold)
        let place = Point(x: 405, y: 250)
        #expect(found.contains(TimedFinding(.holdBegan(nil, at: place), cause: at(0), decided: at(0))))
        #expect(found.contains(TimedFinding(.holdEnded(nil), cause: at(3_000), decided: at(3_000))))
    }

    @Test(
        "A drag runs from the point of the press to the point of the release", arguments: PointerSurface.Grain.allCases)
    func drag(_ grain: PointerSurface.Grain) throws {
        let moves = grain == .presses ? "" : "0.1 move 455 250\n0.2 move 505 250\n"
        let found = try findings("0 down 405 250\n\(moves)0.3 up 515 250", awaited: [.tap, .drag], grain: grain)
        let drags = found.map(\.finding).filter { $0 != .began }
        let middle: [GestureFinding] =
            grain == .presses ? [] : [.dragMoved(to: Point(x: 455, y: 250)), .dragMoved(to: Point(x: 505, y: 250))]
        #expect(
            drags == [.dragBegan(at: Point(x: 405, y: 250))] + middle + [.dragEnded(at: Point(x: 515, y: 250))])
    }

    @Test("Scaling begins at a change of 0.06, and its factors multiply to the whole")
    func scaling() throws {
        let script = (0..<6).map { "0.\($0) wheel 400 240" } + ["0.6 wheel-away 400 240"]
        let found = try findings(script.joined(separator: "\n"), awaited: .scale)
        var whole = 1.0
        for case .scaled(let factor, _) in found.map(\.finding) { whole *= factor }
        #expect((whole - 0.733904).magnitude < 1e-6)
        #expect(found.last?.finding == .scaleEnded)
        #expect(found.last?.decided == at(600) + GestureLimits.pinchIntent)
    }

    @Test("Only scaling ends as scaling, and none begins in the middle of the screen")
    func pinchesWithoutScaling() throws {
        let pinch = "0 right-down 600 240\n0.1 right-move 500 240\n0.2 right-up 500 240"
        #expect(try findings(pinch, awaited: .pinch).map(\.finding) == [.began, .recognized(.pinch)])
        let middle = pinch.replacing("600", with: "420").replacing("500", with: "405")
        #expect(try findings(middle, awaited: [.pinch, .scale]) == [])
    }

    @Test("A key that was never released before is pressed long if its release comes after exactly 600 ms")
    func shortestLongPress() throws {
        for (release, gesture) in [("0.599", Gesture.tap(at: nil)), ("0.6", .longPress(at: nil))] {
            let found = try findings("0 key+ space\n\(release) key- space", awaited: [.tap, .longPress])
            #expect(found.last?.finding == .recognized(gesture))
        }
    }

    @Test func `scaling ignores changes below 0.06 until one is greater, and from then on every change counts`() throws
    {
        func scales(_ places: Double...) throws -> [Double] {
            let moves = places.enumerated().map { "0.\($0 + 1) right-move \($1) 240" }
            let script = (["0 right-down 600 240"] + moves).joined(separator: "\n")
            var whole = 1.0
            return try findings(script, awaited: .scale).compactMap {
                guard case .scaled(let factor, _) = $0.finding else { return nil }
                whole *= factor
                return (whole * 1_000).rounded() / 1_000
            }
        }
        #expect(try scales(588.2, 595, 600) == [])
        #expect(try scales(589, 588, 589, 600) == [0.94, 0.945, 1])
    }

    @Test("A tap within 150 ms of a pinch does not count")
    func pinchIntent() throws {
        let touch = "%TIME down 400 240\n%TIME up 400 240"
        func taps(_ time: String) throws -> Int {
            let script = "0 wheel 400 240\n0.05 wheel 400 240\n" + touch.replacing("%TIME", with: time)
            return try findings(script, awaited: .tap).count {
                $0.finding == .recognized(.tap(at: Point(x: 400, y: 240)))
            }
        }
        #expect(try taps("0.199") == 0)
        #expect(try taps("0.200") == 1)
    }
}
