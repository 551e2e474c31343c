/// Text that does nothing to a terminal but be read: names of files and cards come from anywhere, and may hold what moves
/// the cursor or sets the title.
enum PlainText {
    /// The text in UTF-8, with control characters spelled out; new lines, tabs and colours pass.
    static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let length = colourLength(scalars[index...])
            if length == 0, isControl(scalars[index]) {
                bytes += "\\u{\(String(scalars[index].value, radix: 16, uppercase: true))}".utf8
            } else {
                for scalar in scalars[index..<index + max(1, length)] { bytes += String(scalar).utf8 }
            }
            index += max(1, length)
        }
        return bytes
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n" && scalar != "\t" && scalar.properties.generalCategory == .control
    }

    /// How many scalars at the start are an order for a colour (`ESC [ numbers m`).
    private static func colourLength(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
        guard scalars.starts(with: ["\u{1B}", "["]) else { return 0 }
        let numbers = scalars.dropFirst(2).prefix { ("0"..."9").contains($0) || $0 == ";" }
        return scalars.dropFirst(2 + numbers.count).first == "m" ? numbers.count + 3 : 0
    }
}
