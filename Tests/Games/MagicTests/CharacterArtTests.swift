import Testing
import ThudCore
import ThudGameUI
import ThudTerminal
import ThudTextRaster

@testable import ThudMagic

@Suite("Drawings of the princesses") struct CharacterArtTests {
    private static let heights = [12, 16, 20, 24, 30, 42, 55, 68, 94]

    private func pixels(_ sprite: CharacterSprite) -> [Colour?] {
        (0..<sprite.rows).flatMap { row in (0..<sprite.columns).map { sprite[$0, row] } }
    }

    @Test func `the five have different shapes, and at least five colours each`() {
        for height in [24, 42, 68] {
            let drawn = CharacterKind.allCases.map {
                pixels(CharacterSprite($0, pose: CharacterPose(), height: height))
            }
            for (index, one) in drawn.enumerated() {
                #expect(Set(one.compactMap(\.self)).count >= 10)
                for other in drawn[..<index] {
                    let different = zip(one, other).count { ($0 == nil) != ($1 == nil) }
                    #expect(different >= height, "the silhouettes are alike at \(height)")
                }
            }
        }
    }

    @Test(arguments: CharacterKind.allCases, heights)
    func `an outline is around everybody, and her feet are on the last row`(kind: CharacterKind, height: Int) {
        let sprite = CharacterSprite(kind, pose: CharacterPose(), height: height)
        let outline = CharacterArt.shipped.palette(of: kind)[CharacterArt.outline]
        #expect(abs(Double(sprite.rows - height)) <= 0.12 * Double(sprite.rows) + 1)
        #expect((0..<sprite.columns).contains { sprite[$0, sprite.rows - 1] != nil })
        for row in 0..<sprite.rows - 1 {
            for column in 0..<sprite.columns - 1 {
                let pair = [sprite[column, row], sprite[column + 1, row]]
                // Between nothing and a colour there is the line.
                guard pair.contains(nil), let colour = pair.compactMap(\.self).first else { continue }
                #expect(colour == outline || column == 0 || column == sprite.columns - 2, "\(column) \(row)")
            }
        }
    }

    @Test(arguments: [24, 42, 68]) func `she blinks, laughs, waves, turns, leans and breathes`(height: Int) {
        var poses = Array(repeating: CharacterPose(), count: 8)
        poses[1].isBlinking = true
        poses[2].isLaughing = true
        poses[3].arms.right = .up
        poses[4].arms.left = .out
        poses[5].isTurned = true
        poses[6].lean = 0.08
        poses[7].isBreathing = true
        for kind in CharacterKind.allCases {
            let drawn = Set(poses.map { pixels(CharacterSprite(kind, pose: $0, height: height)) })
            #expect(drawn.count == poses.count, "\(kind)")
        }
    }

    @Test func `from behind she has no eyes`() throws {
        var pose = CharacterPose()
        pose.isTurned = true
        for kind in CharacterKind.allCases {
            let eyes = try #require(CharacterArt.shipped.palette(of: kind)[UInt8(ascii: "E")])
            #expect(pixels(CharacterSprite(kind, pose: CharacterPose(), height: 42)).contains(eyes))
            #expect(!pixels(CharacterSprite(kind, pose: pose, height: 42)).contains(eyes))
        }
    }

    @Test func `two of the same kind that overlap stay two`() {
        let size = Size(columns: 40, rows: 14)
        func drawn(_ columns: [Int], hasColour: Bool) -> Grid {
            var canvas = Canvas(size, letters: LetterCase(), theme: Magic.theme, hasColour: hasColour)
            for column in columns {
                CharacterSprite(.rosie, pose: CharacterPose(), height: 24).draw(
                    in: Area(column: column, row: 1, columns: 22, rows: 12), within: Area(size), on: &canvas)
            }
            return canvas.grid
        }
        for hasColour in [true, false] {
            let both = drawn([2, 12], hasColour: hasColour)
            #expect(both != drawn([2], hasColour: hasColour) && both != drawn([12], hasColour: hasColour))
        }
        #expect(drawn([2], hasColour: false).lines.contains { $0.contains("█") }, "there is a face without colours")
    }

    // MARK: Reading

    private static let shared: String = {
        let layers = CharacterArt.Size.allCases.flatMap { size in
            CharacterArt.Part.allCases.map {
                "\n\(size.rawValue) \($0.rawValue) 1 1\ns\($0.hasHand ? "@" : "s")\n"
            }
        }
        let head = "s #FFFFFF skin\no #101010 outline\nsize small 4 4\nsize medium 4 4\nsize large 4 4\n"
        return head + layers.joined()
    }()

    private func error(_ text: String, as name: String = "everyone") -> String? {
        do throws(ThudError) {
            _ = try CharacterArt([(name, text)])
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `art that is complete can be read`() { #expect(error(Self.shared) == nil) }

    @Test(arguments: [
        ("s #FFFFF skin", "everyone.txt:1: #FFFFF is no colour; write it like #FF66CC"),
        ("size tiny 3 3", "everyone.txt:1: tiny is no size; choose small, medium or large"),
        ("size small 3 x", "everyone.txt:1: x is no whole number from 0 to 200"),
        ("small hat 0 0", "everyone.txt:1: hat is no layer; choose one of back, dress"),
        ("small back", "everyone.txt:1: expected a colour, a size or a layer; everyone.txt has examples"),
        ("small back 0 0\ns\n\nsmall back 0 0", "everyone.txt:4: this layer exists already; keep one of them"),
        ("# nothing", "everyone.txt: the size small has no columns and rows"),
    ])
    func `an error in the art is a sentence with its line`(text: String, message: String) {
        #expect(error(text)?.hasPrefix(message) == true, "\(error(text) ?? "")")
    }

    @Test func `what is missing is named`() {
        let without = Self.shared.replacing("\nmedium blink 1 1\nss\n", with: "")
        #expect(error(without) == "sparkle.txt: the layer medium blink is missing")
        let unknown = Self.shared.replacing("\nsmall head 1 1\nss\n", with: "\nsmall head 1 1\nsq\n")
        #expect(error(unknown)?.contains("the letter q in small head has no colour") == true)
        let handless = Self.shared.replacing("\nlarge prop 1 1\ns@\n", with: "\nlarge prop 1 1\nss\n")
        #expect(error(handless)?.hasSuffix("the layer large prop needs an @ for the hand") == true)
        #expect(error(Self.shared, as: "nobody")?.hasPrefix("nobody is called nobody") == true)
    }
}

@Suite("The ground of the stage") struct SceneryTests {
    private func grid(isLight: Bool, _ options: [String: String] = [:], hasColour: Bool = true) -> Grid {
        let child = Child.withCharacter(options)
        var canvas = Canvas(
            Size(columns: 80, rows: 24), letters: LetterCase(), theme: Magic.theme, hasColour: hasColour,
            isLight: isLight)
        StageView(round: child.round, finger: nil, now: child.now + .seconds(3)).draw(on: &canvas)
        return canvas.grid
    }

    @Test func `the sky is dark, or of the light ground on a light terminal, and the floor is below it`() {
        let layout = MagicLayout(Size(columns: 80, rows: 24), scale: 1)
        let (sky, floor) = (Position(column: 1, row: layout.stage.row), Position(column: 1, row: layout.horizon))
        let (night, day) = (grid(isLight: false), grid(isLight: true))
        #expect(night.style(at: sky).background.luma < 60 && day.style(at: sky).background == .lightGround)
        #expect(night.style(at: floor).background != night.style(at: sky).background)
        #expect(day.style(at: floor).background != .lightGround)
        #expect(grid(isLight: false, ["contrast": "on"]).style(at: sky).background == .black)
        #expect(grid(isLight: true, hasColour: false).style(at: sky).background == .black)
    }

    @Test(arguments: [true, false]) func `a name is legible on the floor`(isLight: Bool) throws {
        let grid = grid(isLight: isLight)
        let row = try #require(grid.lines.lastIndex { $0.contains("▸Sparkle") })
        for column in 0..<80 where grid.character(at: Position(column: column, row: row)).isLetter {
            let style = grid.style(at: Position(column: column, row: row))
            #expect(style.foreground.contrast(with: style.background) >= 4.5)
        }
    }
}
