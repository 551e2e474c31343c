import CThudSystem

/// The command-line arguments after the program's name.
enum Arguments {
    static let given: [String] = {
        var given: [String] = []
        while let argument = thud_argument(Int32(given.count + 1)) { given.append(String(cString: argument)) }
        return given
    }()
}
