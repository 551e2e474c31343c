import CThudALSA
import Testing

@testable import ThudPlayback

/// The samples as devices get them, compared with alsa-lib's description of each format.
@Suite struct SampleFormatTests {
    /// Encodes samples on the left channel, and their negatives on the right.
    private func encoded(_ left: [Float], as format: SampleFormat) -> [UInt8] {
        let block = MixBlock.allocate(capacity: left.count)
        defer { block.deallocate() }
        for (frame, sample) in left.enumerated() {
            block.channel(0)[frame] = sample
            block.channel(1)[frame] = -sample
        }
        var bytes = [UInt8](repeating: 0xAA, count: 2 * left.count * format.bytes)
        bytes.withUnsafeMutableBytes { target in
            if let base = target.baseAddress { format.encode(block, count: left.count, layout: .stereo, into: base) }
        }
        return bytes
    }

    /// Returns interleaved sample `index`, -1 to 1.
    private func decoded(_ bytes: [UInt8], _ index: Int, as format: SampleFormat) -> Double {
        let place = index * format.bytes
        let word = (0..<format.bytes).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
        return switch format {
        case .float: Double(Float(bitPattern: word))
        case .int32: Double(Int32(bitPattern: word)) / 2_147_483_648
        case .int24, .packed24: Double(Int32(bitPattern: word << 8) >> 8) / 8_388_608
        case .int16: Double(Int16(truncatingIfNeeded: Int32(bitPattern: word))) / 32_768
        }
    }

    @Test(arguments: SampleFormat.allCases)
    func `samples keep their value, from full scale to the smallest`(format: SampleFormat) {
        #expect(format.bytes * 8 == Int(snd_pcm_format_physical_width(format.alsa)))
        let samples: [Float] = [0, 1, 0.5, 0.25, 1e-3, 1 / 32_768, -1, -0.75, 0.999_999, 1e-9]
        let bytes = encoded(samples, as: format)
        let width = format == .float ? 24 : min(24, Int(snd_pcm_format_width(format.alsa)))
        let step = 2 / Double(1 << width)
        // Floats hold only 24 bits, so the last one of a longer sample may be off. The largest sample is below 1.
        let rounding = format == .int16 ? 0.5 : 1
        for (frame, sample) in samples.enumerated() {
            for (channel, sign) in [(0, 1.0), (1, -1.0)] {
                let value = decoded(bytes, 2 * frame + channel, as: format)
                let most = step * (rounding + Double(abs(sample)))
                #expect(abs(value - sign * Double(sample)) <= most, "\(sample) became \(value)")
            }
        }
    }
}
