/// The dot product of two runs of samples.
public enum DotProduct {
    /// Returns the sum of `a[i] * b[i]` over the samples that both have.
    ///
    /// It keeps sixteen partial sums in single precision. Inlined, it is fast in optimised modules even if this is not.
    @inlinable
    public static func of(_ a: Span<Float>, _ b: Span<Float>) -> Double {
        let count = min(a.count, b.count)
        let wide = count & ~15
        // Safe: both spans hold `wide` floats, which are 4 bytes each.
        let (left, right) = unsafe (a.bytes, b.bytes)
        var sums = SIMD16<Float>.zero
        for offset in stride(from: 0, to: 4 * wide, by: 64) {
            let x = unsafe left.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<Float>.self)
            let y = unsafe right.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<Float>.self)
            sums += x * y
        }
        var rest: Float = 0
        for index in wide..<count { rest += a[index] * b[index] }
        return Double(sums.sum() + rest)
    }
}
