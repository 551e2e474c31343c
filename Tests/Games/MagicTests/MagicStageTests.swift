import Glibc
import Testing
import ThudCore
import ThudGameKit
import ThudMagic

@Suite("On the stage") struct MagicStageTests {
    @Test func `a tap on free ground brings the selected character`() {
        var child = Child()
        let effects = child.does(.pick(.rosie)) + child.does(.tap(Spot(x: 0.3, y: 0.4)))
        #expect(effects.given == [.select, .spawn] && effects.words == ["Rosie comes next.", "Rosie is here."])
        #expect(child.round.scene.characters.map(\.kind) == [.rosie] && child.round.scene.characters[0].scale == 1)
    }

    @Test func `the screen flashes in the pastel of a single character, or in the game's colour if several are acting`()
    {
        var pastels: Set<Colour> = []
        for kind in CharacterKind.allCases {
            var child = Child()
            child.does(.pick(kind))
            let coming = child.does(.tap(middle)).tints
            #expect(coming.count == 1 && coming == child.does(.action(.twirl)).tints)
            if let pastel = coming.first ?? nil {
                #expect(pastel.luma > 170, "light enough for a child")
                pastels.insert(pastel)
            }
            child.does(.tap(Spot(x: 0.2, y: 0.5)))
            #expect(child.does(.action(.dance)).tints == [nil])
        }
        #expect(pastels.count == CharacterKind.allCases.count)
    }

    @Test(arguments: [(0.119, MagicCue.warning), (0.121, .spawn)])
    func `nobody can come nearer than 1.2 widths`(distance: Double, cue: MagicCue) {
        var child = Child.withCharacter()
        #expect(child.does(.tap(Spot(x: 0.5 + distance, y: 0.5))).given == [cue])
        #expect(child.round.scene.characters.count == (cue == .spawn ? 2 : 1))
    }

    @Test func `a ninth character does not come, and repeated warnings are silent`() {
        var child = Child()
        for index in 0..<8 { child.does(.tap(Spot(x: 0.1 + 0.22 * Double(index % 4), y: index < 4 ? 0.2 : 0.8))) }
        #expect(child.round.scene.characters.count == 8 && child.round.scene.isFull)
        let ninth = child.does(.tap(Spot(x: 0.93, y: 0.5)))
        #expect(ninth.given == [.warning] && ninth.words == ["The stage is full: 8 are here."])
        #expect(child.does(.bring, after: 499).given.isEmpty && child.does(.bring, after: 1).given == [.warning])
        #expect(child.round.scene.characters.count == 8)
    }

    @Test func `without a pointer characters come to free places`() {
        var child = Child()
        for _ in 0..<8 { #expect(child.does(.bring).given == [.spawn]) }
        let spots = child.round.scene.characters.map(\.spot)
        for (index, spot) in spots.enumerated() {
            for other in spots[..<index] { #expect(spot.distance(to: other) >= 0.12) }
        }
    }

    @Test func `a character is picked up, dragged within bounds, and released`() {
        var child = Child.withCharacter()
        #expect(child.does(.grab(middle)).given == [.grab] && child.round.held == child.round.scene.characters[0].id)
        #expect(child.does(.drag(Spot(x: 2, y: -1))).isEmpty)
        #expect(child.round.scene.characters[0].spot == Spot(x: 0.95, y: 0.25))
        #expect(child.does(.drop).given == [.release] && child.round.held == nil)
        #expect(child.does(.drag(middle)).isEmpty && child.does(.drop).isEmpty && child.does(.grab(middle)).isEmpty)
        // One who goes home while held leaves the hand free for another.
        child.does(.grab(Spot(x: 0.95, y: 0.25)))
        #expect(child.does(.remove(nil)).given == [.select] && child.round.held == nil)
        child.does(.tap(middle))
        #expect(child.does(.grab(middle)).given == [.grab])
    }

    @Test func `a tap selects a character, a double tap makes that one act alone, and a long press opens its own menu`()
    {
        var child = Child.withCharacter()
        child.does(.tap(Spot(x: 0.2, y: 0.5)))
        #expect(child.does(.tap(middle)).given == [.select])
        let effects = child.does(.doubleTap(middle))
        let acting = child.round.scene.characters.filter { $0.act != nil }
        #expect(acting.count == 1 && effects.given.first?.rawValue == acting[0].act?.action.rawValue)
        #expect(child.does(.longPress(middle)).given == [.select])
        #expect(child.round.panel == .menu(0, of: child.round.scene.characters[0].id))
        #expect(child.does(.action(.jump)).given == [.jump] && child.round.panel == nil)
        #expect(child.round.scene.characters.count { $0.act?.action == .jump } == 1)
        #expect(child.does(.remove(middle)).given == [.select] && child.round.scene.characters.count == 1)
    }

    @Test func `a button makes every character act, and each press has one cue`() {
        var child = Child.withCharacter()
        child.does(.tap(Spot(x: 0.2, y: 0.5)))
        for action in CharacterAction.allCases {
            let effects = child.does(.action(action), after: 2_000)
            #expect(effects.given.map(\.rawValue) == [action.rawValue])
            #expect(child.round.scene.characters.map { $0.act?.action } == [action, action])
        }
        #expect(child.does(.action(.jump), after: 499).given == [.select], "they jump already")
        #expect(child.does(.action(.jump), after: 1).given == [.jump])
    }

    @Test func `disabled buttons give no cue`() {
        var child = Child()
        for action in CharacterAction.allCases {
            let effects = child.does(.action(action))
            #expect(effects.words == ["Nobody is on the stage yet."] && effects.count == 1)
            #expect(child.round.touch?.isDim == true)
        }
        #expect(child.does(.nudge(dx: 0.1, dy: 0)).isEmpty && child.does(.pinch(0.1, nil)).isEmpty)
        #expect(child.does(.remove(nil)).isEmpty && child.does(.next).isEmpty && child.does(.farewell).isEmpty)
    }

    @Test func `the picker snaps from card to card and stops at its ends`() {
        var child = Child()
        #expect(child.does(.scroll(-1)).isEmpty)
        for name in ["Luna", "Rosie", "Crystal", "Willow"] {
            let effects = child.does(.scroll(1))
            #expect(effects.given == [.snap] && effects.words == ["\(name)."])
        }
        #expect(child.does(.scroll(1)).isEmpty && child.round.picked == .willow)
    }

    @Test func `keys select and move characters`() {
        var child = Child.withCharacter()
        child.does(.tap(Spot(x: 0.2, y: 0.5)))
        #expect(child.does(.next).given == [.snap])
        #expect(child.does(.nudge(dx: 0.05, dy: 0)).given == [.snap])
        #expect(abs(child.round.scene.characters[0].spot.x - 0.55) < 1e-9)
        for _ in 0..<8 { child.does(.nudge(dx: 0.05, dy: 0)) }
        #expect(child.does(.nudge(dx: 0.05, dy: 0)).isEmpty, "the edge of the stage")
    }
}

@Suite("Larger and smaller") struct MagicPinchTests {
    @Test func `the texture follows the speed and the size, and ends 40 ms after 80 ms of rest`() throws {
        var child = Child.withCharacter()
        let first = child.does(.pinch(0.06, middle))
        #expect(first.begun == [.pinch] && first.turns(of: .intensity).first == 0)
        // 0.06 in 80 ms is 0.75 a second, a third of which is the intensity.
        #expect(abs(first.turns(of: .intensity)[1] - 0.25) < 1e-9)
        let second = child.does(.pinch(0.06, middle), after: 40)
        #expect(second.begun.isEmpty && abs(second.turns(of: .intensity)[0] - 0.5) < 1e-9)
        #expect(second.allSatisfy { if case .turn(_, _, _, .milliseconds(60)) = $0 { true } else { false } })
        #expect(abs(second.turns(of: .sharpness)[0] - 0.4 * log2(exp(0.12))) < 1e-9)
        #expect(child.does(.pinch(0.3, middle), after: 10).turns(of: .intensity) == [0.6])
        #expect(child.waits(79).isEmpty && child.round.nextDeadline != nil)
        let rest = child.waits(1)
        #expect(rest == [.end(LiveKey(3), fade: .milliseconds(40))] && child.round.nextDeadline == nil)
    }

    @Test func `resizing clicks at the own size and stops at half and twice of it, once each`() {
        var child = Child.withCharacter()
        #expect(child.does(.pinch(0.5, middle)).given.isEmpty)
        #expect(child.does(.pinch(-0.6, middle)).given == [.detent])
        #expect(child.does(.pinch(5, middle)).given == [.stop] && child.round.scene.characters[0].scale == 2)
        #expect(child.does(.pinch(0.1, middle)).given.isEmpty && child.round.scene.characters[0].scale == 2)
        #expect(child.does(.pinch(-5, middle)).given == [.stop] && child.round.scene.characters[0].scale == 0.5)
        _ = child.waits(100)
        #expect(child.does(.pinch(.nan, middle)).isEmpty && child.does(.pinch(.infinity, middle)).isEmpty)
    }

    @Test func `Reduce Motion ends the texture and keeps the impacts`() {
        var child = Child.withCharacter(reduceMotion: true)
        let effects = child.does(.pinch(0.5, nil)) + child.does(.pinch(-0.9, nil))
        #expect(effects.begun.isEmpty && effects.given == [.detent])
        var other = Child.withCharacter()
        other.does(.pinch(0.1, nil))
        #expect(other.does(.set(.motion, "less"), after: 10).ended == 1)
    }
}
