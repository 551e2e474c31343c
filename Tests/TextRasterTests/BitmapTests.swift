import Testing
import ThudTextRaster

struct BitmapTests {
    @Test func `a cell returns its four pixels as bits`() {
        var bitmap = Bitmap(width: 4, height: 2)
        bitmap[0, 0] = true
        bitmap[3, 0] = true
        bitmap[2, 1] = true
        #expect(bitmap.quadrant(column: 0, row: 0) == 1)
        #expect(bitmap.quadrant(column: 1, row: 0) == 2 + 4)
        bitmap[1, 1] = true
        bitmap[0, 0] = false
        #expect(bitmap.quadrant(column: 0, row: 0) == 8)
    }

    @Test func `every pixel is independent`() {
        var bitmap = Bitmap(width: 37, height: 11)
        for place in 0..<37 * 11 where place % 3 == 0 { bitmap[place % 37, place / 37] = true }
        for place in 0..<37 * 11 { #expect(bitmap[place % 37, place / 37] == (place % 3 == 0)) }
    }

    @Test func `pixels outside the bitmap are empty and cannot be set`() {
        var bitmap = Bitmap(width: 3, height: 3)
        for (x, y) in [(-1, 0), (0, -1), (3, 0), (0, 3), (.max, .max), (.min, .min)] {
            bitmap[x, y] = true
            #expect(!bitmap[x, y])
        }
        #expect(bitmap == Bitmap(width: 3, height: 3))
        for place in [-1, 2, .max, .min] {
            for (column, row) in [(place, place), (0, place), (place, 0)] {
                #expect(bitmap.quadrant(column: column, row: row) == 0)
            }
        }
    }

    @Test func `impossible extents are clamped`() {
        #expect(Bitmap(width: -1, height: 5).width == 0)
        #expect(Bitmap(width: .max, height: 1).width == Bitmap.largestExtent)
        #expect(Bitmap(width: 0, height: .max).quadrant(column: 0, row: 0) == 0)
    }
}
