import Glibc

/// What a call into the operating system or libsndfile says about its failure, before it is told to people.
struct IOFailure: Error, Hashable {
    /// The words of the library, without a final full stop.
    let message: String
    /// The `errno` of the system call that failed, if one did.
    let number: CInt?

    /// A failure of the library itself.
    init(message: String) {
        self.message = message
        self.number = nil
    }

    /// A failure of a system call, in the C library's words.
    init(errno number: CInt) {
        self.number = number
        var words = [CChar](repeating: 0, count: 256)
        _ = strerror_r(number, &words, words.count)
        let sentence = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        message = sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    /// The one funnel for return codes: calls again after EINTR, and makes every other -1 a failure.
    static func check(_ call: () -> CInt) throws(IOFailure) -> CInt {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            if number != EINTR { throw IOFailure(errno: number) }
        }
    }
}

extension SoundFileError {
    /// The one place where an `errno` or a library's word becomes a code and a sentence.
    init(_ failure: IOFailure, _ operation: Operation, _ path: String) {
        let (code, advice): (Code, String) =
            switch failure.number {
            case ENOENT where operation == .read: (.notFound, "check the path")
            case ENOENT, ENOTDIR: (.notFound, "create its folder first, or choose another")
            case ENOSPC, EDQUOT: (.diskFull, "free some space, or write to another disk")
            case EFBIG: (.tooLong, "write a shorter sound")
            case EACCES, EPERM: (.system, "check who may \(operation.rawValue) it")
            case EROFS: (.system, "write to a folder on another file system")
            case EMFILE, ENFILE: (.system, "close other files, or raise the limit with ulimit -n")
            default: (.system, "try again, or try another path")
            }
        self.init(
            code, operation, path, problem: failure.message, advice: advice, underlying: failure.number)
    }
}
