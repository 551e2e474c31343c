import CThudSoxr

/// What libsoxr says about a failure.
struct SoxrFailure: Error {
    /// libsoxr's words.
    let message: String
}

/// One channel at another rate; `soxr_oneshot` at very high quality (28 bits, linear phase, its delay removed).
///
/// - Parameter frames: how many frames to answer; what the resampler does not fill stays zero.
func soxrOneshot(_ input: [Float], from: Int, to: Int, frames: Int) throws(SoxrFailure) -> [Float] {
    var output = [Float](repeating: 0, count: frames)
    var quality = soxr_quality_spec(UInt(SOXR_VHQ), 0)
    var done = 0
    let error = soxr_oneshot(
        Double(from), Double(to), 1, input, input.count, nil, &output, frames, &done, nil, &quality, nil)
    if let error { throw SoxrFailure(message: String(cString: error)) }
    return output
}
