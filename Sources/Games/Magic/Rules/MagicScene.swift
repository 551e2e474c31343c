import ThudCore

package struct StageCharacter: Hashable, Sendable, Codable {
    /// Something that the character does for a time.
    package struct Act: Hashable, Sendable, Codable {
        package let action: CharacterAction
        package let start: Instant
    }

    /// The range of sizes. 1 is the character's own size.
    package static let scales = 0.5...2.0
    /// The width of a character at its own size, in widths of the stage.
    package static let width = 0.1
    package let id: Int
    package let kind: CharacterKind
    package internal(set) var spot: Spot
    package internal(set) var scale = 1.0
    package internal(set) var act: Act?
    /// When the character came. nil if that was long ago.
    var birth: Instant?

    /// Whether a place lies within the character, generously, because small fingers touch it.
    func contains(_ spot: Spot) -> Bool {
        let size = max(scale, 1)
        let (dx, dy) = (spot.x - self.spot.x, (spot.y - self.spot.y) / 4)
        return max(abs(dx), abs(dy)) <= Self.width * size
    }
}

package struct MagicScene: Hashable, Sendable, Codable {
    static let mostCharacters = 8
    /// The minimum distance between two characters, in character widths.
    private static let leastDistance = 1.2
    /// The range of a character's centre.
    package static let bounds = (x: 0.05...0.95, y: 0.25...0.75)

    /// The characters, in order of arrival.
    package private(set) var characters: [StageCharacter] = []
    /// The character touched last.
    package internal(set) var chosen: Int?
    private var lastID = 0

    package init() {}

    package subscript(id: Int) -> StageCharacter? {
        get { characters.first { $0.id == id } }
        set {
            guard let index = characters.firstIndex(where: { $0.id == id }) else { return }
            if let newValue { characters[index] = newValue } else { characters.remove(at: index) }
            if newValue == nil, chosen == id { chosen = characters.last?.id }
        }
    }

    /// The characters in drawing order. The last touched is in front, so that a held character is always visible.
    package var fromBackToFront: [StageCharacter] {
        characters.sorted { ($0.id == chosen ? 1 : 0, $0.spot.y, $0.id) < ($1.id == chosen ? 1 : 0, $1.spot.y, $1.id) }
    }

    /// Returns the frontmost character at a place.
    package func character(at spot: Spot) -> StageCharacter? { fromBackToFront.last { $0.contains(spot) } }

    package func hasRoom(at spot: Spot) -> Bool {
        !isFull && characters.allSatisfy { $0.spot.distance(to: spot) >= Self.leastDistance * StageCharacter.width }
    }

    package var isFull: Bool { characters.count >= Self.mostCharacters }

    mutating func add(_ kind: CharacterKind, at spot: Spot, now: Instant) {
        lastID += 1
        characters.append(StageCharacter(id: lastID, kind: kind, spot: spot, birth: now))
        chosen = lastID
    }

    /// Whether a real round can have this scene.
    var isPossible: Bool {
        let ids = Set(characters.map(\.id))
        return characters.count <= Self.mostCharacters && ids.count == characters.count
            && characters.allSatisfy { StageCharacter.scales.contains($0.scale) && $0.spot == Self.within($0.spot) }
            && (0...1 << 40).contains(lastID) && ids.allSatisfy { (1...max(1, lastID)).contains($0) }
    }

    /// Returns the nearest place in which a character can stand.
    static func within(_ spot: Spot) -> Spot {
        Spot(x: spot.x.clamped(to: bounds.x), y: spot.y.clamped(to: bounds.y))
    }

    /// Returns a free place. nil if it finds none.
    func freeSpot(_ generator: inout SeededGenerator) -> Spot? {
        guard !isFull else { return nil }
        for _ in 0..<200 {
            let spot = Spot(x: generator.between(Self.bounds.x), y: generator.between(Self.bounds.y))
            if hasRoom(at: spot) { return spot }
        }
        return nil
    }

    /// The stage without anything that refers to the clock.
    var standing: MagicScene {
        var standing = self
        for index in standing.characters.indices {
            standing.characters[index].act = nil
            standing.characters[index].birth = nil
        }
        return standing
    }
}

extension CharacterAction {
    package var length: Interval {
        switch self {
        case .wave, .twirl: .milliseconds(600)
        case .dance: .milliseconds(1_200)
        case .jump: .milliseconds(500)
        }
    }
}
