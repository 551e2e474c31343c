import Testing

@testable import ThudOutputCapture
@testable import ThudPlayback

/// Which sink a PCM plays to, according to its definition.
@Suite struct PCMDefinitionTests {
    private static let configuration = """
        pcm.usual { type pipewire }
        pcm.other { type pipewire playback_node "other-sink" }
        pcm.any { type pipewire playback_node "-1" }
        pcm.sinkb { type pulse device nullB }
        pcm.plugged { type plug slave.pcm other }
        pcm.within { type plug slave { pcm { type pulse device "nullC" } rate 44100 } }
        pcm.apart { type asym playback.pcm "other" capture.pcm "usual" }
        pcm_slave.far { pcm sinkb rate 48000 }
        pcm.named { type plug slave far }
        pcm.numbered { type pipewire @args [ NODE ] @args.NODE { type string default "-1" } playback_node $NODE }
        pcm.round { type plug slave.pcm round }
        pcm.typeless { device nullB }
        pcm.card { type hw card 0 }
        """

    @Test(
        arguments: [
            ("usual", "pipewire", nil), ("other", "pipewire", "other-sink"), ("any", "pipewire", nil),
            ("sinkb", "pulse", "nullB"), ("plugged", "pipewire", "other-sink"), ("within", "pulse", "nullC"),
            ("apart", "pipewire", "other-sink"), ("named", "pulse", "nullB"), ("numbered", "pipewire", nil),
            ("numbered:NODE=far-sink", "pipewire", "far-sink"), ("card", "hw", nil),
        ] as [(String, String, String?)])
    func `a definition is followed to the server and the sink`(name: String, type: String, sink: String?) {
        let definition = PCMDefinition.read(name, configuration: Self.configuration)
        #expect(definition == PCMDefinition(type: type, sink: sink))
    }

    @Test(arguments: ["unheard-of", "round", "typeless", ""])
    func `a definition that cannot be followed is unknown`(name: String) {
        #expect(PCMDefinition.read(name, configuration: Self.configuration) == nil)
    }

    @Test func `PipeWire is asked for the named sink, whatever characters its name has`() {
        #expect(!LoopbackSource.monitor(of: nil).contains("target.object"))
        #expect(LoopbackSource.monitor(of: "other-sink").contains("target.object = \"other-sink\""))
        #expect(LoopbackSource.monitor(of: "a \"b\"").contains("target.object = \"a \\\"b\\\"\""))
        #expect(LoopbackSource.monitor(of: #"a\b"#).contains(#"target.object = "a\\b""#))
    }
}
