import CThudSndFile
import Glibc

/// A SNDFILE handle that closes itself. It duplicates the descriptor that it is given, and leaves that one to its owner.
struct SndHandle: ~Copyable, @unchecked Sendable {
    // Sendable: libsndfile keeps all state in the handle, and this value, being unique, is its only user.
    let pointer: OpaquePointer

    /// Opens; `sf_open_fd`. On return `info` holds what the header says.
    ///
    /// libsndfile closes the descriptor when it cannot open it, even if `close_desc` is false (sndfile.c: `sf_open_fd` stores
    /// that wish only after `psf_open_file` has failed and closed). So it gets a duplicate, which it closes in every case.
    init(_ descriptor: CInt, mode: Int, info: inout SF_INFO) throws(IOFailure) {
        let duplicate = try IOFailure.check { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        guard let pointer = sf_open_fd(duplicate, CInt(mode), &info, CInt(SF_TRUE)) else {
            // The reason stands in one global of libsndfile: if two threads fail at once, they may share the words.
            throw Self.failure(of: nil)
        }
        self.pointer = pointer
    }

    deinit { sf_close(pointer) }

    /// The last failure on this handle, if there was one; `sf_error`.
    var failure: IOFailure? { sf_error(pointer) == CInt(SF_ERR_NO_ERROR) ? nil : Self.failure(of: pointer) }

    /// Finishes header and data; `sf_close`. Throws what closing, or an earlier call, left as an error.
    consuming func close() throws(IOFailure) {
        let earlier = failure
        let pointer = pointer
        discard self
        let result = sf_close(pointer)
        if let earlier { throw earlier }
        if result != 0 { throw IOFailure(message: String(cString: sf_error_number(result))) }
    }

    /// The failure that libsndfile holds for `pointer`, or for the last `sf_open` when nil.
    ///
    /// Must be called right after the call that failed, while `errno` still is that call's.
    private static func failure(of pointer: OpaquePointer?) -> IOFailure {
        let number = errno
        if sf_error(pointer) == CInt(SF_ERR_SYSTEM) && number != 0 { return IOFailure(errno: number) }
        var message = String(cString: sf_strerror(pointer))
        while let last = message.last, last == "." || last.isWhitespace { message.removeLast() }
        return IOFailure(message: message)
    }
}
