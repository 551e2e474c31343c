import Glibc
import ThudCore

/// The limits of the shell that started the program (ulimit). Below them a sound server's library would crash.
enum Limits {
    /// Descriptors: a stream takes about 30, a bench and a tournament's records some more.
    private static let leastDescriptors: rlim_t = 64
    /// Address space in MiB: the threads' stacks and the libraries take about 150.
    private static let leastMebibytes: rlim_t = 256

    /// - Throws: `ThudError` (bad input) if a limit is too low to play anything.
    static func check() throws(ThudError) {
        if let limit = soft(Int32(RLIMIT_NOFILE.rawValue)), limit < leastDescriptors {
            throw ThudError(
                .badInput, "only \(limit) files may be open here; allow \(leastDescriptors) with `ulimit -n 1024`")
        }
        if let limit = soft(Int32(RLIMIT_AS.rawValue)), limit >> 20 < leastMebibytes {
            throw ThudError(
                .badInput,
                "only \(limit >> 20) MiB of address space are allowed here; allow \(leastMebibytes) with `ulimit -v unlimited`"
            )
        }
    }

    private static func soft(_ resource: Int32) -> rlim_t? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur != rlim_t.max else { return nil }
        return limit.rlim_cur
    }
}
