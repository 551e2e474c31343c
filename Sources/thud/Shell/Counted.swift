/// A number of things in words: `1 card`, `2 cards`.
func counted(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
