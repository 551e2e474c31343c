import Glibc

/// Other programs whose output is read.
enum CommandOutput {
    /// Returns the output of a command within two seconds; empty if the tool is missing.
    static func of(_ command: String) -> String {
        guard let stream = popen("exec timeout 2 \(command) 2>/dev/null", "r") else { return "" }
        defer { pclose(stream) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 1 << 20 {
            let count = fread(&block, 1, block.count, stream)
            guard count > 0 else { break }
            bytes += block[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
