import ThudCore

package enum HabitScreen: Hashable, Sendable, Codable {
    case guide(GuidePage)
    case grid
    case chart
    case form(HabitForm)
    /// The question whether to remove the selected habit.
    case removal
}

package enum GuidePage: String, Hashable, Sendable, Codable, CaseIterable {
    case welcome
    /// A ring to try. The player fills it or leaves the guide.
    case demo
    /// The way to the first habit of one's own.
    case own
}

/// A habit being entered or changed.
package struct HabitForm: Hashable, Sendable, Codable {
    package enum Field: String, Hashable, Sendable, Codable, CaseIterable { case name, category, accent }

    /// The habit being changed. nil for a new one.
    package let number: Int?
    package private(set) var name: String
    package private(set) var category: HabitCategory
    package private(set) var accent: Accent
    package var field = Field.name
    /// What is wrong with the name, if anything.
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

    /// The largest number of scalars in a typed name, because a character may carry any number of accents.
    private static let mostScalars = 8 * HabitBook.longestName

    /// Appends typed text, as far as a screen can show it, and says if the name has no room for all of it.
    mutating func type(_ text: String) {
        problem = nil
        for character in text where !character.unicodeScalars.contains(where: TypedText.acts) {
            // A name never starts with a blank. Besides, the space bar that opened the form may still be down.
            if name.isEmpty, character.isWhitespace { continue }
            let longer = name + String(character)
            guard longer.count <= HabitBook.longestName, longer.unicodeScalars.count <= Self.mostScalars else {
                problem = "A name has at most \(HabitBook.longestName) characters."
                return
            }
            name = longer
        }
    }

    /// Deletes the last character. false if there is none.
    mutating func erase() -> Bool {
        problem = nil
        return name.popLast() != nil
    }

    /// Moves by `count` fields and wraps around.
    mutating func go(_ count: Int) { field = Field.allCases.cycled(from: field, by: count) }

    /// Moves by `count` values of the field. false if the field has no list of values.
    mutating func change(_ count: Int) -> Bool {
        switch field {
        case .name: return false
        case .category: category = HabitCategory.allCases.cycled(from: category, by: count)
        case .accent: accent = Accent.allCases.cycled(from: accent, by: count)
        }
        return true
    }

    /// The current field and its value in words.
    var spoken: String {
        switch field {
        case .name: "Name: \(name)"
        case .category: "Category: \(category.title)"
        case .accent: "Colour: \(accent.rawValue)"
        }
    }

    /// Whether the name can have been typed.
    var isPossible: Bool {
        var typed = HabitForm(accent: accent)
        typed.type(name)
        return typed.name == name
    }
}

extension Array where Element: Equatable {
    /// Returns the element `count` places after another, and wraps around.
    fileprivate func cycled(from element: Element, by count: Int) -> Element {
        let index = ((firstIndex(of: element) ?? 0) + count % self.count + self.count) % self.count
        return self[index]
    }
}
