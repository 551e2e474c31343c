import Glibc
import ThudCore

/// The whole of standard input, which is read once however many commands ask for it.
enum StandardInput {
    /// The name that diagnostics use.
    static let name = "standard input"

    /// The bytes, or the error that prevented reading them.
    static let bytes: Result<[UInt8], ThudError> = {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= SourceFile.mostBytes {
            let count = read(STDIN_FILENO, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failure(SourceFile.failure(name, "cannot be read")) }
            if count == 0 { return .success(bytes) }
            bytes += block[..<count]
        }
        let most = SourceFile.mostBytes >> 20
        return .failure(ThudError(.tooLong, file: name, message: "is larger than \(most) MiB, the limit for a pattern"))
    }()
}
