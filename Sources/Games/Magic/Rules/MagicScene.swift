import ThudCore

/// A character on the stage.
package struct StageCharacter: Hashable, Sendable, Codable {
    /// Something that it does for a time.
    package struct Act: Hashable, Sendable, Codable {
        package let action: CharacterAction
        package let start: Instant
    }

    /// How large it can be; 1 is its own size.
    package static let scales = 0.5...2.0
    /// How wide it is at its own size, in widths of the stage.
    package static let width = 0.1

    /// Tells it from others.
    package let id: Int
    package let kind: CharacterKind
    package internal(set) var spot: Spot
    package internal(set) var scale = 1.0
    package internal(set) var act: Act?
    /// When it came; nil where that is long ago.
    package internal(set) var birth: Instant?

    /// Whether a place lies within it, generously: it is touched by small fingers.
    func contains(_ spot: Spot) -> Bool {
        let size = max(scale, 1)
        let (dx, dy) = ((spot.x - self.spot.x) / 0.6, (spot.y - self.spot.y) / 2.7)
        return max(abs(dx), abs(dy)) <= Self.width * size
    }
}

/// The stage with its characters.
package struct MagicScene: Hashable, Sendable, Codable {
    /// How many characters there can be.
    package static let mostCharacters = 8
    /// How near another character may come, in widths of one.
    package static let leastDistance = 1.2
    /// Where the middle of a character can be.
    package static let bounds = (x: 0.05...0.95, y: 0.25...0.75)

    /// The characters, in the order in which they came.
    package private(set) var characters: [StageCharacter] = []
    /// The one that was touched last.
    package internal(set) var chosen: Int?
    private var lastID = 0

    package init() {}

    /// The character with an id.
    package subscript(id: Int) -> StageCharacter? {
        get { characters.first { $0.id == id } }
        set {
            guard let index = characters.firstIndex(where: { $0.id == id }) else { return }
            if let newValue { characters[index] = newValue } else { characters.remove(at: index) }
            if newValue == nil, chosen == id { chosen = characters.last?.id }
        }
    }

    /// The characters as they stand behind each other. The one that was touched last is in front of all, so that what is in the
    /// hand is always seen.
    package var fromBackToFront: [StageCharacter] {
        characters.sorted { ($0.id == chosen ? 1 : 0, $0.spot.y, $0.id) < ($1.id == chosen ? 1 : 0, $1.spot.y, $1.id) }
    }

    /// The character at a place: the one in front of the others.
    package func character(at spot: Spot) -> StageCharacter? { fromBackToFront.last { $0.contains(spot) } }

    /// Whether there is room for another character at a place.
    package func hasRoom(at spot: Spot) -> Bool {
        !isFull
            && characters.allSatisfy {
                $0.spot.distance(to: spot) >= Self.leastDistance * StageCharacter.width
            }
    }

    /// Whether there are as many characters as there can be.
    package var isFull: Bool { characters.count >= Self.mostCharacters }

    /// Puts a character at a place.
    mutating func add(_ kind: CharacterKind, at spot: Spot, now: Instant) {
        lastID += 1
        characters.append(StageCharacter(id: lastID, kind: kind, spot: spot, birth: now))
        chosen = lastID
    }

    /// Whether a round can have come to it.
    var isPossible: Bool {
        let ids = Set(characters.map(\.id))
        return characters.count <= Self.mostCharacters && ids.count == characters.count
            && (0...1 << 40).contains(lastID) && ids.allSatisfy { (1...max(1, lastID)).contains($0) }
    }

    /// The nearest place at which a character can be.
    static func within(_ spot: Spot) -> Spot {
        Spot(
            x: min(max(spot.x, bounds.x.lowerBound), bounds.x.upperBound),
            y: min(max(spot.y, bounds.y.lowerBound), bounds.y.upperBound))
    }

    /// A place where there is room; nil where there is none.
    func freeSpot(_ generator: inout SeededGenerator) -> Spot? {
        guard !isFull else { return nil }
        for _ in 0..<200 {
            let spot = Spot(
                x: generator.between(Self.bounds.x.lowerBound, Self.bounds.x.upperBound),
                y: generator.between(Self.bounds.y.lowerBound, Self.bounds.y.upperBound))
            if hasRoom(at: spot) { return spot }
        }
        return nil
    }

    /// The same stage without anything that refers to the clock.
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

extension StageCharacter {
    /// Reads a character.
    ///
    /// - Throws: `DecodingError` where it is of a size that no character has.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Int.self, forKey: .id)
        kind = try values.decode(CharacterKind.self, forKey: .kind)
        spot = MagicScene.within(try values.decode(Spot.self, forKey: .spot))
        scale = try values.decode(Double.self, forKey: .scale)
        act = try values.decodeIfPresent(Act.self, forKey: .act)
        birth = try values.decodeIfPresent(Instant.self, forKey: .birth)
        guard Self.scales.contains(scale) else {
            throw DecodingError.dataCorruptedError(
                forKey: .scale, in: values, debugDescription: "a character is half to twice its own size")
        }
    }

    private enum CodingKeys: String, CodingKey { case id, kind, spot, scale, act, birth }
}
