import Foundation
import Testing
import ThudCore
import ThudGameUI
import ThudTerminal

@testable import ThudPocket

/// The colours of the gestures on the screen and in the flashes of Memory's steps.
@Suite struct PaletteTests {
    @Test func `a step of Memory flashes in the colour of its gesture`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sounds/pocket/catalog.json").standardized.path
        let steps = try JSONReader(SourceFile.read(file), file: file).member("cues").member("step").member("variants")
        for gesture in PocketGesture.allCases {
            let colour = try steps.member(gesture.rawValue).member("flash").member("colour").string()
            #expect(PocketPalette.colour(gesture) == Colour(colour), "\(gesture)")
        }
    }

    @Test func `the keys of all gestures fit on the narrowest screen`() {
        #expect(PocketPalette.legends.map(\.count).min().map { $0 <= ShellPicture.smallest.columns } == true)
        for legend in PocketPalette.legends {
            for key in ["arrows", "space", "- pinch", "[ ] tilt", "raise", "x shake"] {
                #expect(legend.contains(key), "\(key) in \(legend)")
            }
        }
    }

    @Test func `every gesture has a unique mark beside its colour`() {
        let marks = PocketGesture.allCases.map { PocketPalette.mark($0) }
        #expect(Set(marks).count == PocketGesture.allCases.count)
        #expect(Set(PocketGesture.allCases.map(PocketPalette.colour)).count == PocketGesture.allCases.count)
    }
}
