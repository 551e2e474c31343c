import ThudGameKit

/// What a round of the Habit Tracker shows.
package enum HabitScreen: Hashable, Sendable, Codable {
    case guide(GuidePage)
    case grid
    /// The chart of the habit that is chosen.
    case chart
    case form(HabitForm)
    /// The question whether the habit that is chosen is to be removed.
    case removal
}

/// The pages of the guide.
package enum GuidePage: String, Hashable, Sendable, Codable, CaseIterable {
    case welcome
    /// A ring to try; it has to be filled, or the guide left.
    case demo
    /// The way to a habit of one's own.
    case own
}

/// A habit as it is being entered.
package struct HabitForm: Hashable, Sendable {
    package enum Field: String, Hashable, Sendable, Codable, CaseIterable {
        case name, category, accent
    }

    /// The habit that is changed; nil for a new one.
    package let number: Int?
    /// The name as typed so far.
    package private(set) var name: String
    package private(set) var category: HabitCategory
    /// The colour of its ring.
    package private(set) var accent: Accent
    /// The field that is being filled in.
    package var field = Field.name
    /// What is wrong with the name.
    package var problem: String?

    init(accent: Accent) {
        number = nil
        name = ""
        category = .health
        self.accent = accent
    }

    init(_ habit: Habit) {
        number = habit.number
        name = habit.name
        category = habit.category
        accent = habit.accent
    }

    /// The most scalars that are kept while typing: a character may carry any number of accents.
    private static let mostScalars = 8 * HabitBook.longestName

    /// Takes what was typed, as far as the name has room and a screen can show it.
    mutating func type(_ text: String) {
        problem = nil
        for character in text where !character.unicodeScalars.contains(where: Self.isUnfit) {
            // The space bar that opened the form may still be down, and a name begins with no blank.
            if name.isEmpty, character.isWhitespace { continue }
            let longer = name + String(character)
            guard longer.count <= HabitBook.longestName, longer.unicodeScalars.count <= Self.mostScalars else { return }
            name = longer
        }
    }

    private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Takes the last character away; false where there is none.
    mutating func erase() -> Bool {
        problem = nil
        return name.popLast() != nil
    }

    /// Goes to another field, around the end; nothing for 0.
    mutating func go(_ count: Int) { field = Field.allCases.cycled(from: field, by: count) }

    /// Goes to another value of the field; false where it has none to choose from.
    mutating func change(_ count: Int) -> Bool {
        switch field {
        case .name: return false
        case .category: category = HabitCategory.allCases.cycled(from: category, by: count)
        case .accent: accent = Accent.allCases.cycled(from: accent, by: count)
        }
        return true
    }

    /// What is chosen in the present field, in words.
    var spoken: String {
        switch field {
        case .name: "Name: \(name)"
        case .category: "Category: \(category.title)"
        case .accent: "Colour: \(accent.rawValue)"
        }
    }
}

extension HabitForm: Codable {
    private enum CodingKeys: String, CodingKey {
        case number, name, category, accent, field, problem
    }

    /// Restores a form; a name that is too long is cut.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        number = try values.decodeIfPresent(Int.self, forKey: .number)
        name = ""
        category = HabitCategory(rawValue: try values.decode(String.self, forKey: .category)) ?? .other
        accent = Accent(rawValue: try values.decode(String.self, forKey: .accent)) ?? .blue
        field = try values.decode(Field.self, forKey: .field)
        type(try values.decode(String.self, forKey: .name))
        problem = try values.decodeIfPresent(String.self, forKey: .problem)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(number, forKey: .number)
        try values.encode(name, forKey: .name)
        try values.encode(category.rawValue, forKey: .category)
        try values.encode(accent.rawValue, forKey: .accent)
        try values.encode(field, forKey: .field)
        try values.encodeIfPresent(problem, forKey: .problem)
    }
}

extension Array where Element: Equatable {
    /// The element so many places after another, around the end.
    fileprivate func cycled(from element: Element, by count: Int) -> Element {
        let index = ((firstIndex(of: element) ?? 0) + count % self.count + self.count) % self.count
        return self[index]
    }
}
