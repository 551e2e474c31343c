/// So many of something, in words: `1 card`, `2 cards`. More than one end in s where nothing else is said.
func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
}
