import Testing
import ThudInput
import ThudTerminal

/// The bytes that terminals send, with their meaning.
enum InputTable {
    struct Row: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let events: [InputEvent]

        init(_ text: String, _ events: InputEvent...) {
            bytes = Array(text.utf8)
            self.events = events
        }

        var testDescription: String {
            String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "ESC ").debugDescription
        }
    }

    static let rows = arrows + numbered + plain + kitty + mouse + pastes + reports + strings

    private static let arrows = [
        Row("\u{1B}[A", .key(.up)), Row("\u{1B}[B", .key(.down)), Row("\u{1B}[C", .key(.right)),
        Row("\u{1B}[D", .key(.left)), Row("\u{1B}[H", .key(.home)), Row("\u{1B}[F", .key(.end)),
        Row("\u{1B}OA", .key(.up)), Row("\u{1B}OB", .key(.down)), Row("\u{1B}OC", .key(.right)),
        Row("\u{1B}OD", .key(.left)), Row("\u{1B}OH", .key(.home)), Row("\u{1B}OF", .key(.end)),
        Row("\u{1B}OM", .key(.enter)), Row("\u{1B}OP", .key(.function(1))), Row("\u{1B}OS", .key(.function(4))),
        Row("\u{1B}O5P", .key(.function(1))), Row("\u{1B}Oz"),
        Row("\u{1B}[1;2A", .key(.up, [.shift])), Row("\u{1B}[1;3B", .key(.down, [.alt])),
        Row("\u{1B}[1;5A", .key(.up, [.control])), Row("\u{1B}[1;9C", .key(.right, [.super])),
        Row("\u{1B}[1;8D", .key(.left, [.shift, .alt, .control])), Row("\u{1B}[1;5P", .key(.function(1), [.control])),
        Row("\u{1B}[Z", .key(.tab, [.shift])), Row("\u{1B}[E"), Row("\u{1B}[1 A"),
        // Arrows of rxvt with shift and with ctrl.
        Row("\u{1B}[a", .key(.up, [.shift])), Row("\u{1B}[d", .key(.left, [.shift])), Row("\u{1B}[1d"),
        Row("\u{1B}Ob", .key(.down, [.control])), Row("\u{1B}Oc", .key(.right, [.control])), Row("\u{1B}Oe"),
        // F1 to F5 on the Linux console.
        Row("\u{1B}[[A", .key(.function(1))), Row("\u{1B}[[E", .key(.function(5))), Row("\u{1B}[[F"), Row("\u{1B}[[["),
    ]

    private static let numbered = [
        Row("\u{1B}[1~", .key(.home)), Row("\u{1B}[2~", .key(.insert)), Row("\u{1B}[3~", .key(.delete)),
        Row("\u{1B}[4~", .key(.end)), Row("\u{1B}[5~", .key(.pageUp)), Row("\u{1B}[6~", .key(.pageDown)),
        Row("\u{1B}[7~", .key(.home)), Row("\u{1B}[8~", .key(.end)), Row("\u{1B}[3;5~", .key(.delete, [.control])),
        Row("\u{1B}[11~", .key(.function(1))), Row("\u{1B}[15~", .key(.function(5))),
        Row("\u{1B}[17~", .key(.function(6))), Row("\u{1B}[21~", .key(.function(10))),
        Row("\u{1B}[23~", .key(.function(11))), Row("\u{1B}[24~", .key(.function(12))),
        Row("\u{1B}[16~"), Row("\u{1B}[99~"), Row("\u{1B}[99999999999999999999999999~"), Row("\u{1B}[201~"),
    ]

    private static let plain = [
        Row("a", .key("a")), Row("Z", .key("Z")), Row(" ", .key(" ")), Row("~", .key("~")),
        Row("\r", .key(.enter)), Row("\n", .key(.enter)), Row("\t", .key(.tab)),
        Row("\u{7F}", .key(.backspace)), Row("\u{8}", .key(.backspace)), Row("\0"),
        Row("\u{1}", .key("a", [.control])), Row("\u{1A}", .key("z", [.control])),
        Row("\u{1C}", .key("\\", [.control])), Row("\u{1D}"),
        Row("ë", .key("ë")), Row("ç", .key("ç")), Row("漢", .key("漢")), Row("🦅", .key("🦅")),
        Row("e\u{308}", .key("e"), .key("\u{308}")), Row("\u{85}"), Row("\u{9B}A", .key("A")),
        Row("\u{1B}a", .key("a", [.alt])), Row("\u{1B}\r", .key(.enter, [.alt])), Row("\u{1B}ë", .key("ë", [.alt])),
        Row("\u{1B}\u{7F}", .key(.backspace, [.alt])), Row("\u{1B}\u{1}", .key("a", [.alt, .control])),
        Row("\u{1B}ëj", .key("ë", [.alt]), .key("j")), Row("\u{1B}\u{1B}[A", .key(.escape), .key(.up)),
    ]

    private static let kitty = [
        Row("\u{1B}[27u", .key(.escape)), Row("\u{1B}[13u", .key(.enter)), Row("\u{1B}[9u", .key(.tab)),
        Row("\u{1B}[127u", .key(.backspace)), Row("\u{1B}[32u", .key(" ")), Row("\u{1B}[106;1u", .key("j")),
        Row("\u{1B}[106;1:1u", .key("j")), Row("\u{1B}[106;1:2u", .key("j", .repeated)),
        Row("\u{1B}[106;1:3u", .key("j", .release)), Row("\u{1B}[106;1:4u"),
        Row("\u{1B}[106;5u", .key("j", [.control])),
        // The text that a key types, if AltGr or shift changes it. A release reports only the key.
        Row("\u{1B}[56;;91u", .key("[")), Row("\u{1B}[56;1:2;91u", .key("[", .repeated)),
        Row("\u{1B}[56;1:3u", .key("8", .release)), Row("\u{1B}[47;2;63u", .key("?")),
        Row("\u{1B}[97;5;97u", .key("a", [.control])), Row("\u{1B}[13;;13u", .key(.enter)),
        Row("\u{1B}[106;;106u", .key("j")), Row("\u{1B}[106;65:3u", .key("j", .release)),
        Row("\u{1B}[106;129u", .key("j")), Row("\u{1B}[106;2u", .key("J")), Row("\u{1B}[49:33;2u", .key("!")),
        Row("\u{1B}[235;2:3u", .key("Ë", .release)), Row("\u{1B}[223;2u", .key("ß")),
        Row("\u{1B}[1;1:3A", .key(.up, .release)), Row("\u{1B}[1;1:2B", .key(.down, .repeated)),
        Row("\u{1B}[3;1:3~", .key(.delete, .release)), Row("\u{1B}[9;2u", .key(.tab, [.shift])),
        Row("\u{1B}[57399u", .key("0")), Row("\u{1B}[57408u", .key("9")), Row("\u{1B}[57414u", .key(.enter)),
        Row("\u{1B}[57412;;45u", .key("-")), Row("\u{1B}[57413;1:3u", .key("+", .release)),
        Row("\u{1B}[57409;;44u", .key(",")), Row("\u{1B}[57410u", .key("/")), Row("\u{1B}[57411u", .key("*")),
        Row("\u{1B}[57417u", .key(.left)), Row("\u{1B}[57418u", .key(.right)), Row("\u{1B}[57419u", .key(.up)),
        Row("\u{1B}[57420u", .key(.down)), Row("\u{1B}[57421u", .key(.pageUp)), Row("\u{1B}[57426u", .key(.delete)),
        Row("\u{1B}[57441;2u"), Row("\u{1B}[u"), Row("\u{1B}[0u"), Row("\u{1B}[55296u"), Row("\u{1B}[1114112u"),
        Row("\u{1B}[133u"),
        // A letter of another script, with the Latin letter at its place if the terminal names it.
        Row("\u{1B}[1081::113u", .key("q")), Row("\u{1B}[1081::113;;1081u", .key("q")),
        Row("\u{1B}[1074:1042:100;2;1042u", .key("D")), Row("\u{1B}[1089::99;5u", .key("c", [.control])),
        Row("\u{1B}[1081::113;1:3u", .key("q", .release)), Row("\u{1B}[1098::93u", .key("]")),
        Row("\u{1B}[59:58:113;;59u", .key("q")), Row("\u{1B}[59:58:59;;59u", .key(";")),
        Row("\u{1B}[1081;;1081u", .key("й")), Row("\u{1B}[246::59;;246u", .key("ö")),
        Row("\u{1B}[121::122u", .key("y")),
    ]

    private static let mouse = [
        Row("\u{1B}[<0;1;1M", .pointer(.down, .left, 0, 0)), Row("\u{1B}[<0;80;24m", .pointer(.up, .left, 79, 23)),
        Row("\u{1B}[<1;3;4M", .pointer(.down, .middle, 2, 3)), Row("\u{1B}[<2;3;4M", .pointer(.down, .right, 2, 3)),
        Row("\u{1B}[<4;1;1M", .pointer(.down, .left, 0, 0, [.shift])),
        Row("\u{1B}[<8;1;1M", .pointer(.down, .left, 0, 0, [.alt])),
        Row("\u{1B}[<16;1;1M", .pointer(.down, .left, 0, 0, [.control])),
        Row("\u{1B}[<32;5;6M", .pointer(.move, .left, 4, 5)), Row("\u{1B}[<35;5;6M", .pointer(.move, .none, 4, 5)),
        Row("\u{1B}[<64;5;6M", .pointer(.wheelAway, .none, 4, 5)),
        Row("\u{1B}[<65;5;6M", .pointer(.wheel, .none, 4, 5)),
        Row("\u{1B}[<66;5;6M"), Row("\u{1B}[<128;5;6M"), Row("\u{1B}[<M", .pointer(.down, .left, 0, 0)),
        // The protocol before SGR: three bytes of any kind follow, none of which is a key.
        Row("\u{1B}[M !!"), Row("\u{1B}[M qqj", .key("j")), Row("\u{1B}[M\u{1B}[A", .key(.up)),
        Row("\u{1B}[I", .focus(true)), Row("\u{1B}[O", .focus(false)),
    ]

    private static let pastes = [
        Row("\u{1B}[200~j\rq\u{1B}[A\u{1B}[201~j", .paste("j"), .key("j")), Row("\u{1B}[200~\u{1B}[201~", .paste("")),
        // Text that could have been the end.
        Row("\u{1B}[200~\u{1B}[20\u{1B}[201~k", .paste("[20"), .key("k")),
        Row("\u{1B}[200~\u{1B}\u{1B}[201~k", .paste(""), .key("k")),
        Row("\u{1B}[200~a\u{1B}[200~b\u{1B}[201~k", .paste("a[200~b"), .key("k")),
        // The first line that is not empty, in any script, with any line ending.
        Row("\u{1B}[200~Gëzim 漢🦅\nTeuta\u{1B}[201~", .paste("Gëzim 漢🦅")),
        Row("\u{1B}[200~\r\n\n Arta\u{2028}Besa\u{1B}[201~", .paste(" Arta")),
        Row("\u{1B}[200~one\u{85}two\u{1B}[201~", .paste("one")),
        // No control character of either set, and a blank for a tab.
        Row("\u{1B}[200~a\u{0}b\u{7F}\u{9B}c\td\u{1B}[31me\u{1B}[201~", .paste("abc d[31me")),
        Row("\u{1B}[200~e\u{308}\u{1B}[201~", .paste("e\u{308}")),
    ]

    private static let reports = [
        Row("\u{1B}[?0u"), Row("\u{1B}[?3u"), Row("\u{1B}[?997;1n", .report(.background(isLight: false))),
        Row("\u{1B}[?997;2n", .report(.background(isLight: true))), Row("\u{1B}[?996n"),
        Row("\u{1B}[?1016;1$y", .report(.pointerPixels(isSupported: true))),
        Row("\u{1B}[?1016;2$y", .report(.pointerPixels(isSupported: true))),
        Row("\u{1B}[?1016;0$y", .report(.pointerPixels(isSupported: false))),
        Row("\u{1B}[?1016;4$y", .report(.pointerPixels(isSupported: false))),
        Row("\u{1B}[6;0;0t"), Row("\u{1B}[6;99999;10t"), Row("\u{1B}[8;24;80t"),
        Row("\u{1B}[?2026;1$y", .report(.synchronizedUpdates(isSupported: true))),
        Row("\u{1B}[?2026;2$y", .report(.synchronizedUpdates(isSupported: true))),
        Row("\u{1B}[?2026;0$y", .report(.synchronizedUpdates(isSupported: false))),
        Row("\u{1B}[?2026;4$y", .report(.synchronizedUpdates(isSupported: false))),
        Row("\u{1B}[?2027;1$y"), Row("\u{1B}[?62;22c"), Row("\u{1B}[?6c"),
        Row("\u{1B}[>0;276;0c"),
        Row("\u{1B}[" + String(repeating: "1;", count: 500) + "Aj", .key("j")),
        Row("\u{1B}[1\u{1B}[B", .key(.down)), Row("\u{1B}[1\rj", .key(.enter), .key("j")),
    ]

    private static let strings = [
        // The colour of the background, as terminals answer, and what is no such answer.
        Row("\u{1B}]11;rgb:0000/0000/0000\u{7}j", .report(.background(isLight: false)), .key("j")),
        Row("\u{1B}]11;rgb:ffff/fafa/f0f0\u{1B}\\", .report(.background(isLight: true))),
        Row("\u{1B}]11;rgb:f/f/0\u{7}", .report(.background(isLight: true))),
        Row("\u{1B}]11;rgb:28/2c/34\u{1B}\\j", .report(.background(isLight: false)), .key("j")),
        Row("\u{1B}]11;rgb:zz/00/00\u{7}"), Row("\u{1B}]11;rgb:ff/ff\u{7}"), Row("\u{1B}]11;rgb:12345/0/0\u{7}"),
        Row("\u{1B}]10;rgb:ffff/ffff/ffff\u{7}"), Row("\u{1B}]11;?\u{7}"), Row("\u{1B}]11;rgb:ff/ff/ff\u{18}"),
        Row("\u{1B}]0;title\u{1B}\\j", .key("j")),
        Row("\u{1B}P>|tmux 3.3a\u{1B}\\j", .key("j")), Row("\u{1B}_Gi=1;OK\u{1B}\\j", .key("j")),
        Row("\u{1B}Xabc\u{1B}\\"), Row("\u{1B}^abc\u{1B}\\"), Row("\u{1B}]abc\u{18}j", .key("j")),
        // A string cut short by something else.
        Row("\u{1B}]abc\u{1B}[A", .key(.up)), Row("\u{1B}]abc\u{1B}]abc\u{7}j", .key("j")),
    ]
}

extension InputEvent {
    static func key(_ key: Key, _ modifiers: Modifiers = []) -> InputEvent { .key(KeyEvent(key, modifiers: modifiers)) }

    static func key(_ key: Key, _ kind: KeyEvent.Kind) -> InputEvent { .key(KeyEvent(key, kind)) }

    static func key(_ character: Character, _ modifiers: Modifiers = []) -> InputEvent {
        .key(KeyEvent(.character(character), modifiers: modifiers))
    }

    static func key(_ character: Character, _ kind: KeyEvent.Kind) -> InputEvent {
        .key(KeyEvent(.character(character), kind))
    }

    static func pointer(
        _ kind: PointerEvent.Kind, _ button: PointerEvent.Button, _ column: Int, _ row: Int, _ modifiers: Modifiers = []
    ) -> InputEvent {
        .pointer(PointerEvent(kind, button, at: Point(column: column, row: row), modifiers: modifiers))
    }
}
