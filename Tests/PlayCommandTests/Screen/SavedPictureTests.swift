import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// The picture of a result that `i` saves for a person at a terminal.
@Suite(.live) struct SavedPictureTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    /// Returns the pictures, sorted by name.
    private func pictures() throws -> [String] {
        try SourceFile.names(in: surroundings.scratch.path, endingIn: ".png")
    }

    /// Returns the size in the header of a PNG (ISO/IEC 15948, 11.2.2); nil if the file is not a PNG.
    private func size(of name: String) throws -> [Int]? {
        let bytes = try SourceFile.read(surroundings.scratch.file(name))
        guard bytes.starts(with: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)), bytes.count > 24 else { return nil }
        return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Goes from the title of a short round to its result.
    private func reachResult(on screen: TmuxScreen) async throws {
        try await screen.begin(withTutorial: true)
        try await screen.wait(for: Seen.result)
    }

    @Test func `i saves and names a picture of a result, then another, and only one while held`() async throws {
        try await surroundings.play("--deck mix --seconds 3") { screen in
            try await reachResult(on: screen)
            #expect(try pictures() == [])
            try await screen.press("i")
            try await screen.wait(for: "U ruajt ")
            let first = try #require(try pictures().first)
            #expect(first.wholeMatch(of: /thud-kape-\d{4}-\d\d-\d\d\.png/) != nil, "\(first)")
            try await screen.wait(for: "U ruajt \(first)", Seen.playAgain)
            try await Task.sleep(for: .milliseconds(800))
            try await screen.press("i")
            let second = "\(first.dropLast(4))-2.png"
            try await screen.wait(for: "U ruajt \(second)")
            try await Task.sleep(for: .milliseconds(800))
            try await screen.hold("i", presses: 20)
            // Later presses do not overwrite the first picture.
            try await screen.wait(for: "\(first.dropLast(4))-3.png")
            try await Task.sleep(for: .milliseconds(800))
            #expect(try pictures().count == 3)
            for name in try pictures() { #expect(try size(of: name) == [1_080, 1_350], "\(name)") }
            try await screen.press("q")
            try await screen.quit()
        }
    }

    @Test func `i saves a picture of the podium`() async throws {
        try await surroundings.play("--players Besa,Dritan --deck mix --seconds 3") { screen in
            try await screen.wait(for: "Kush luan?")
            try await screen.press("Enter")
            for turn in 1...2 {
                try await screen.wait(for: "Radha \(turn)/2")
                try await Task.sleep(for: .milliseconds(800))
                try await screen.press("Enter")
                try await screen.reachCard(withTutorial: turn == 1)
                try await screen.wait(for: Seen.result)
                try await screen.press("Enter")
            }
            try await screen.wait(for: "Turist")
            try await screen.press("i")
            try await screen.wait(for: "U ruajt thud-kape-")
            #expect(try pictures().map { try size(of: $0) } == [[1_080, 1_350]])
            try await screen.press("Escape")
            try await screen.quit()
        }
    }

    @Test func `if nothing can be written, i says so and the game continues`() async throws {
        // Not even root can create files in /sys.
        try await surroundings.onScreen(
            "cd /sys && exec \(try ThudProcess.path()) play --deck mix --seconds 1", size: (120, 40)
        ) { screen in
            try await reachResult(on: screen)
            try await screen.press("i")
            try await screen.wait(for: "fotoja s'u ruajt: thud-kape-")
            try await screen.wait(forWords: "cannot be written:")
            try await screen.press("Enter")
            try await screen.reachCard()
            try await screen.leaveRound()
            try await screen.quit()
        }
    }
}
