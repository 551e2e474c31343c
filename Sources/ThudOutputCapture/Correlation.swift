/// Inner products of a short signal with stretches of a long one.
struct Correlation {
    private let samples: [Float]

    init(_ samples: [Float]) { self.samples = samples }

    /// The products of `template` with the stretch at `start`, and of that stretch with itself. Beyond its ends the signal
    /// is silent.
    func products(of template: [Float], at start: Int) -> (cross: Double, energy: Double) {
        let first = max(0, -start)
        let last = min(template.count, samples.count - start)
        guard first < last else { return (0, 0) }
        var cross = SIMD8<Float>.zero
        var energy = SIMD8<Float>.zero
        var (rest, restEnergy): (Float, Float) = (0, 0)
        template.withUnsafeBufferPointer { template in
            samples.withUnsafeBufferPointer { samples in
                guard let a = template.baseAddress, let b = samples.baseAddress else { return }
                let wide = first + (last - first) / 8 * 8
                for index in stride(from: first, to: wide, by: 8) {
                    let x = UnsafeRawPointer(a + index).loadUnaligned(as: SIMD8<Float>.self)
                    let y = UnsafeRawPointer(b + (start + index)).loadUnaligned(as: SIMD8<Float>.self)
                    cross += x * y
                    energy += y * y
                }
                for index in wide..<last {
                    rest += a[index] * b[start + index]
                    restEnergy += b[start + index] * b[start + index]
                }
            }
        }
        return (Double(cross.sum() + rest), Double(energy.sum() + restEnergy))
    }
}
