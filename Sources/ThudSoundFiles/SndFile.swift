import CThudSndFile

/// A file open in libsndfile: one thin function for each C call. It owns the descriptor too.
struct SndFile: ~Copyable {
    private let handle: SndHandle
    private let file: OpenFile

    /// What the header said on opening. `frames` is a claim, not a fact.
    let info: SF_INFO

    /// Opens for decoding; `sf_open_fd` with SFM_READ.
    init(reading file: consuming OpenFile) throws(IOFailure) {
        var info = SF_INFO()
        handle = try SndHandle(file.descriptor, mode: SFM_READ, info: &info)
        self.file = file
        self.info = info
    }

    /// Opens for encoding; `sf_open_fd` with SFM_WRITE.
    ///
    /// - Parameter format: SF_FORMAT_* of container and encoding, joined by `|`.
    init(
        writing file: consuming OpenFile, format: Int, sampleRate: Int, channelCount: Int
    ) throws(IOFailure) {
        var info = SF_INFO()
        info.format = CInt(truncatingIfNeeded: format)
        info.samplerate = CInt(truncatingIfNeeded: sampleRate)
        info.channels = CInt(truncatingIfNeeded: channelCount)
        handle = try SndHandle(file.descriptor, mode: SFM_WRITE, info: &info)
        self.file = file
        self.info = info
    }

    /// SF_FORMAT_* of the container.
    var container: Int { Int(info.format) & Int(SF_FORMAT_TYPEMASK) }

    /// SF_FORMAT_* of the encoding.
    var encoding: Int { Int(info.format) & Int(SF_FORMAT_SUBMASK) }

    /// The last failure, if there was one; `sf_error`.
    var failure: IOFailure? { handle.failure }

    /// Has the header rewritten with every write, so that the file is whole at any time; `sf_command`.
    func keepHeaderValid() {
        _ = sf_command(handle.pointer, CInt(SFC_SET_UPDATE_HEADER_AUTO), nil, CInt(SF_TRUE))
    }

    /// Decodes up to `frames` frames into `buffer`, interleaved; `sf_readf_float`. Fewer at the end or on an error.
    func read(frames: Int, into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
        precondition(buffer.count >= frames * Int(info.channels))
        return Int(sf_readf_float(handle.pointer, buffer.baseAddress, sf_count_t(frames)))
    }

    /// Encodes interleaved samples, left-aligned in 32 bits; `sf_writef_int`. Answers how many frames got through.
    func write(_ samples: Span<Int32>) -> Int {
        samples.withUnsafeBufferPointer {
            Int(sf_writef_int(handle.pointer, $0.baseAddress, sf_count_t($0.count / Int(info.channels))))
        }
    }

    /// Finishes an encoding and waits until it is on the disk. Throws if anything did not get there, now or earlier.
    consuming func close() throws(IOFailure) {
        try handle.close()
        try file.sync()
        try file.close()
    }
}
