import CThudCairo

/// A PNG as cairo reads it back.
struct ReadPNG {
    let width: Int
    let height: Int
    private let pixels: [UInt32]

    /// nil where the bytes are no PNG.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        let surface = withUnsafeMutablePointer(to: &rest) { rest in
            cairo_image_surface_create_from_png_stream(
                { closure, data, count in
                    guard let rest = closure?.assumingMemoryBound(to: ArraySlice<UInt8>.self), let data,
                        rest.pointee.count >= Int(count)
                    else { return CAIRO_STATUS_READ_ERROR }
                    for index in 0..<Int(count) { data[index] = rest.pointee.removeFirst() }
                    return CAIRO_STATUS_SUCCESS
                }, rest)
        }
        defer { cairo_surface_destroy(surface) }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let data = cairo_image_surface_get_data(surface)
        else { return nil }
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        var pixels: [UInt32] = []
        for row in 0..<height {
            let line = UnsafeRawPointer(data + row * stride)
            for column in 0..<width {
                pixels.append(line.load(fromByteOffset: 4 * column, as: UInt32.self) & 0xFFFFFF)
            }
        }
        self.pixels = pixels
    }

    /// Red, green and blue, 0xRRGGBB.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

    /// How many pixels have exactly this colour.
    func count(_ colour: UInt32) -> Int { pixels.count { $0 == colour } }
}
