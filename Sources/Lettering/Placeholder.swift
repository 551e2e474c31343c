/// Stub.
public struct Bitmap: Hashable, Sendable {
    public let width: Int
    public let height: Int
    private var bits: [Bool]
    public init(width: Int, height: Int) { self.width = width; self.height = height; bits = Array(repeating: false, count: width * height) }
    public subscript(x: Int, y: Int) -> Bool {
        get { x >= 0 && y >= 0 && x < width && y < height && bits[y * width + x] }
        set { if x >= 0 && y >= 0 && x < width && y < height { bits[y * width + x] = newValue } }
    }
    public func quadrant(column: Int, row: Int) -> UInt8 {
        (self[2 * column, 2 * row] ? 1 : 0) | (self[2 * column + 1, 2 * row] ? 2 : 0) | (self[2 * column, 2 * row + 1] ? 4 : 0)
            | (self[2 * column + 1, 2 * row + 1] ? 8 : 0)
    }
}
