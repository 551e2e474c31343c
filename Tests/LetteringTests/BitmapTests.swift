import Lettering
import Testing

@Suite struct BitmapTests {
    @Test func `outside there are no dots, and none can be set`() {
        var bitmap = Bitmap(width: 70, height: 2)
        for (x, y) in [(-1, 0), (70, 0), (0, -1), (0, 2), (127, 0), (.max, .max), (.min, .min)] {
            bitmap[x, y] = true
            #expect(!bitmap[x, y])
        }
        #expect(bitmap == Bitmap(width: 70, height: 2))
        #expect(Bitmap(width: -3, height: -4) == Bitmap(width: 0, height: 0))
    }

    @Test func `a dot is set and taken back alone`() {
        var bitmap = Bitmap(width: 130, height: 3)
        for x in [0, 63, 64, 129] { bitmap[x, 1] = true }
        bitmap[63, 1] = false
        #expect((0..<130).filter { bitmap[$0, 1] } == [0, 64, 129])
        #expect(bitmap.ink == 3)
    }

    @Test func `a cell has four dots`() {
        var bitmap = Bitmap(width: 4, height: 4)
        for (index, (x, y)) in [(2, 2), (3, 2), (2, 3), (3, 3)].enumerated() {
            bitmap[x, y] = true
            #expect(bitmap.quadrant(column: 1, row: 1) == 1 << (index + 1) - 1)
        }
        #expect(bitmap.quadrant(column: 0, row: 1) == 0)
        #expect(bitmap.quadrant(column: 9, row: -9) == 0)
    }

    @Test func `what is cropped keeps all dots and whole cells`() {
        var bitmap = Bitmap(width: 200, height: 20)
        bitmap[70, 5] = true
        bitmap[72, 9] = true
        let part = bitmap.cropped()
        #expect(part.width == 4 && part.height == 6)
        #expect(part[0, 0] && part[2, 4])
        #expect(part.ink == 2)
        #expect(Bitmap(width: 9, height: 9).cropped() == Bitmap(width: 0, height: 0))
    }
}
