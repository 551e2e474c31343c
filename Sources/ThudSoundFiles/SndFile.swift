import CThudSndFile
import Glibc
import ThudCore

/// A file open in libsndfile, with one thin function per C call. It also owns the descriptor.
struct SndFile: ~Copyable {
    private let handle: SndHandle
    private let file: OpenFile
    private let stream: SoundStream?

    /// The header's values on opening. `frames` is a claim, not a fact.
    let info: SF_INFO

    /// Opens a file for decoding; `sf_open_fd` with SFM_READ. If it does not tell its length, it is a ``SoundStream``.
    init(reading file: consuming OpenFile, tellsLength: Bool) throws(ThudError) {
        var info = SF_INFO()
        let stream = tellsLength ? nil : try SoundStream(file)
        handle =
            if let stream { try SndHandle(stream, info: &info) } else {
                try SndHandle(file.descriptor, mode: SFM_READ, info: &info)
            }
        self.file = file
        self.stream = stream
        self.info = info
    }

    /// Opens a file for encoding; `sf_open_fd` with SFM_WRITE.
    /// - Parameter format: SF_FORMAT_* of container and encoding, joined by `|`.
    init(writing file: consuming OpenFile, format: Int, sampleRate: Int, channelCount: Int) throws(ThudError) {
        var info = SF_INFO()
        info.format = CInt(truncatingIfNeeded: format)
        info.samplerate = CInt(truncatingIfNeeded: sampleRate)
        info.channels = CInt(truncatingIfNeeded: channelCount)
        handle = try SndHandle(file.descriptor, mode: SFM_WRITE, info: &info)
        self.file = file
        stream = nil
        self.info = info
    }

    var container: Int { Int(info.format) & Int(SF_FORMAT_TYPEMASK) }
    var encoding: Int { Int(info.format) & Int(SF_FORMAT_SUBMASK) }
    /// The last failure, or nil if there was none; `sf_error`.
    var failure: ThudError? { handle.failure }

    /// Makes every write also rewrite the header, so that the file is complete at any time; `sf_command`.
    func keepHeaderValid() { _ = sf_command(handle.pointer, CInt(SFC_SET_UPDATE_HEADER_AUTO), nil, CInt(SF_TRUE)) }

    /// Decodes up to `frames` interleaved frames into `buffer`, fewer at the end or on an error; `sf_readf_float`.
    func read(frames: Int, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        precondition(buffer.count >= frames * Int(info.channels))
        return Int(sf_readf_float(handle.pointer, buffer.baseAddress, sf_count_t(frames)))
    }

    /// Encodes interleaved samples, left-aligned in 32 bits, and returns the number of frames written; `sf_writef_int`.
    func write(_ samples: Span<Int32>) -> Int {
        samples.withUnsafeBufferPointer {
            Int(sf_writef_int(handle.pointer, $0.baseAddress, sf_count_t($0.count / Int(info.channels))))
        }
    }

    /// Finishes an encoding and waits until it is on the disk. Throws if any data did not get there, now or earlier.
    consuming func close() throws(ThudError) {
        try handle.close()
        try file.sync()
        try file.close()
    }
}

/// A SNDFILE handle that closes itself. It duplicates its descriptor; the caller keeps the original.
struct SndHandle: ~Copyable, @unchecked Sendable {
    // Sendable: libsndfile keeps all state in the handle, and this unique value is its only user.
    let pointer: OpaquePointer

    /// Opens a handle and fills `info` from the header; `sf_open_fd`. If opening fails, libsndfile closes the
    /// descriptor even if `close_desc` is false, because `sf_open_fd` in sndfile.c stores that wish only after
    /// `psf_open_file` has failed and closed. So it gets a duplicate to close.
    init(_ descriptor: CInt, mode: Int, info: inout SF_INFO) throws(ThudError) {
        let duplicate = try ThudError.check { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        guard let pointer = sf_open_fd(duplicate, CInt(mode), &info, CInt(SF_TRUE)) else {
            // The reason is in one global of libsndfile: two threads that fail at once may get the same words.
            throw Self.failure(of: nil)
        }
        self.pointer = pointer
    }

    /// Opens a handle for decoding a stream, which must outlive it; `sf_open_virtual`.
    init(_ stream: SoundStream, info: inout SF_INFO) throws(ThudError) {
        var functions = SoundStream.functions
        let data = Unmanaged.passUnretained(stream).toOpaque()
        guard let pointer = sf_open_virtual(&functions, CInt(SFM_READ), &info, data) else {
            throw Self.failure(of: nil)
        }
        self.pointer = pointer
    }

    deinit { sf_close(pointer) }

    /// The last failure on this handle, or nil if there was none; `sf_error`.
    var failure: ThudError? { sf_error(pointer) == CInt(SF_ERR_NO_ERROR) ? nil : Self.failure(of: pointer) }

    /// Finishes header and data; `sf_close`. Throws the error of closing or of an earlier call.
    consuming func close() throws(ThudError) {
        let earlier = failure
        let pointer = pointer
        discard self
        let result = sf_close(pointer)
        if let earlier { throw earlier }
        if result != 0 { throw ThudError(.system, String(cString: sf_error_number(result))) }
    }

    /// Returns the failure that libsndfile holds for `pointer`, or for the last `sf_open` if nil.
    /// Must be called right after the call that failed, while `errno` still belongs to it.
    private static func failure(of pointer: OpaquePointer?) -> ThudError {
        let number = errno
        if sf_error(pointer) == CInt(SF_ERR_SYSTEM) && number != 0 { return ThudError.call(number) }
        var message = String(cString: sf_strerror(pointer))
        while let last = message.last, last == "." || last.isWhitespace { message.removeLast() }
        return ThudError(.system, message)
    }
}

/// A file of which libsndfile does not know where it ends, so that it decodes all of it. Otherwise it would guess the
/// length of an MP3 without a header from the size of its first frame, and leave out the rest.
final class SoundStream: @unchecked Sendable {
    // Sendable: only the one handle that reads it changes its place.
    private let descriptor: CInt
    private let end: Int
    private var place = 0

    /// The most zeros at the end that count. The decoder gives up after 1,024 bytes that are no frame.
    private static let mostZeros = 1_000

    init(_ file: borrowing OpenFile) throws(ThudError) {
        descriptor = file.descriptor
        let size = try file.regularFileSize() ?? 0
        var used = size
        while used > 0 {
            let block = try file.bytes(min(used, 4096), from: max(0, used - 4096))
            let rest = block.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
            used -= block.count - rest
            if rest > 0 || block.isEmpty { break }
        }
        end = min(size, used + Self.mostZeros)
    }

    static var functions: SF_VIRTUAL_IO {
        SF_VIRTUAL_IO(
            get_filelen: { sf_count_t(SoundStream.of($0)?.end ?? 0) },
            seek: { offset, whence, data in
                guard let stream = SoundStream.of(data), whence != SEEK_END else { return -1 }
                stream.place = max(0, Int(offset) + (whence == SEEK_CUR ? stream.place : 0))
                return sf_count_t(stream.place)
            },
            read: { bytes, count, data in
                guard let stream = SoundStream.of(data), stream.place < stream.end else { return 0 }
                let got = pread(stream.descriptor, bytes, min(Int(count), stream.end - stream.place), stream.place)
                stream.place += max(0, got)
                return sf_count_t(max(0, got))
            }, write: { _, _, _ in 0 }, tell: { sf_count_t(SoundStream.of($0)?.place ?? 0) })
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> SoundStream? {
        data.map { Unmanaged<SoundStream>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// An open file descriptor that closes itself.
struct OpenFile: ~Copyable {
    let descriptor: CInt

    /// Opens `path` with `open(2)`. Child processes do not inherit the descriptor.
    init(_ path: String, _ flags: CInt) throws(ThudError) {
        // In C a zero byte would silently end the path.
        guard !path.utf8.contains(0) else { throw ThudError.call(ENOENT) }
        descriptor = try ThudError.check { open(path, flags | O_CLOEXEC, 0o666) }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Returns the size of a regular file, or nil for a pipe, folder or device; `fstat(2)`.
    func regularFileSize() throws(ThudError) -> Int? {
        var status = stat()
        _ = try ThudError.check { fstat(descriptor, &status) }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Returns the `count` bytes from `start` on without moving the position, fewer at the end; `pread(2)`.
    func bytes(_ count: Int, from start: Int = 0) throws(ThudError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = try ThudError.check { CInt(truncatingIfNeeded: pread(descriptor, &bytes, count, start)) }
        return Array(bytes.prefix(Int(got)))
    }

    /// Empties a regular file for this descriptor alone: `flock(2)`, `ftruncate(2)`. Two that write to one file would
    /// leave a mixture. Throws if the file is already claimed in this way; what it holds stays.
    func empty() throws(ThudError) {
        guard try regularFileSize() != nil else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            throw ThudError(.system, errno: EWOULDBLOCK, "another program is recording to it")
        }
        _ = try ThudError.check { ftruncate(descriptor, 0) }
    }

    /// Waits until the data are on the disk; `fsync(2)`. Devices and pipes that cannot be synced count as synced.
    func sync() throws(ThudError) {
        do { _ = try ThudError.check { fsync(descriptor) } } catch {
            if error.errno != EINVAL && error.errno != EROFS { throw error }
        }
    }

    /// Closes the descriptor and throws if the last data did not get through. `close(2)` must never be repeated.
    consuming func close() throws(ThudError) {
        // A process that was forked from this one may have a copy of the descriptor, which would keep the claim.
        flock(descriptor, LOCK_UN)
        let result = Glibc.close(descriptor)
        let number = errno
        discard self
        if result != 0 && number != EINTR { throw ThudError.call(number) }
    }
}
