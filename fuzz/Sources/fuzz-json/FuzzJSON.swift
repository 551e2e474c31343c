import FuzzSupport
import ThudCore

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = bytes(data, size)
    for options in [JSONOptions.strict, .lenient] {
        guard let root = reading("a.json", try JSONReader(input, file: "a.json", options: options)) else { continue }
        let value = root.node.value
        for layout in [JSONLayout.pretty, .compact] {
            let again = try? JSONNode.parse(value.text(layout))
            require(again?.value == value, "written and read again it differs: \(value.text(layout))")
        }
    }
    return 0
}
