import Foundation
import TestTraits
import Testing
import ThudPatterns
import ThudPictures

/// An attack, and a word wider than a narrow screen.
private let hostile =
    "<script>throw 'alive'</script><img src=x onerror=\"throw 'alive'\">" + String(repeating: "w", count: 80)

/// Returns a page of ten patterns: nine presets, and one whose words are an attack. The second lasts three seconds
/// minus its first quarter of a second, so that even a busy machine finds it playing.
private func gallery() throws -> (page: String, seconds: [Double]) {
    let presets = HapticPreset.allCases.prefix(9).map { ($0.rawValue, $0.pattern) }
    let rumble = HapticPattern([HapticEvent(.continuous, duration: 3, intensity: 1, sharpness: 0.4)])
    let entries = [presets[0], ("kape/rumble", rumble), (hostile, presets[1].1)] + presets.dropFirst(2)
    var gallery = Gallery(title: "Patterns & \(hostile)")
    let seconds = try entries.map { name, pattern in
        let samples = HapticRenderer().heard(pattern)
        let first = pattern == rumble ? 0.25 : 0
        let part = Array(samples[Int(first * 48_000)...])
        let entry = GalleryEntry(
            name: name, description: name == hostile ? hostile : "",
            picture: PatternPicture(
                title: name, pattern: pattern, waveform: samples, sampleRate: 48_000, waveformName: "heard"),
            metrics: (0..<6).map { ("Figure \($0)", "\(17 * $0).5 ms") },
            audio: GalleryAudio(left: part, right: part, sampleRate: 48_000), from: first)
        try gallery.add(entry)
        return entry.audio.seconds
    }
    return (String(decoding: gallery.html, as: UTF8.self), seconds)
}

@Suite("A gallery in a browser", .serialized, .live) struct GalleryTests {
    @Test func `it plays every sound, shows the playhead and works with the keyboard alone`() async throws {
        let (page, seconds) = try gallery()
        let facts = try await Browser.facts(of: page, width: 1_200, Self.playing + Self.keyboard + Self.words)
        #expect(facts.complaints.isEmpty, "\(facts.complaints)")

        #expect(facts["cards"] == "\(seconds.count)")
        for (index, expected) in seconds.enumerated() {
            #expect(abs(facts.number("decoded-\(index)") - expected) < 0.001, "sound \(index)")
        }
        #expect(facts["pressed-at-once"] == #"["true","playing"]"#)
        #expect(facts.number("played") > 0.1 && facts.number("played") < 2.5)
        #expect(facts.number("loudness") > 0.05)
        #expect(facts.number("halved") < 0.5 * facts.number("loudness"))
        // The axis of a card starts at 8.4 % of its width and is 87.5 % long.
        #expect(abs(facts.number("playhead") - (8.4 + 87.5 / 3 * (0.25 + facts.number("played")))) < 0.2)
        #expect(facts["other-stops-first"] == #"["false","true"]"#)
        #expect(facts["ends-by-itself"] == #"["false","idle"]"#)
        #expect(facts["volume-kept"] == "\"50\"")

        #expect(facts["moves"] == #"{"j":0,"jj":1,"k":0,"right":1,"left":0,"down":3,"up":0,"end":9,"home":0}"#)
        #expect(facts["space"] == #"["true","false"]"#)
        #expect(facts["enter-then-escape"] == #"["true","false"]"#)
        #expect(facts["slash"] == "true")
        #expect(facts["filtered"] == #"[["impact.heavy"],"1 of 10 patterns"]"#)
        #expect(facts["none-found"] == #"[0,false,"0 of 10 patterns"]"#)
        #expect(facts["all-again"] == #"[10,"10 patterns",true]"#)

        #expect(facts["attack"] == "0")
        #expect(facts["name"].map { Data($0.utf8) } == (try JSONEncoder.plain.encode(hostile)))
        #expect(facts["buttons-named"] == "true")
        #expect(facts["landmarks"] == "[1,1,1,1]")
        #expect(facts["fetched"] == "0")
    }

    @Test func `it fits a narrow screen, in dark mode, without motion`() async throws {
        let flags = ["--blink-settings=preferredColorScheme=0", "--force-prefers-reduced-motion"]
        let facts = try await Browser.facts(of: gallery().page, width: 360, flags: flags, Self.narrow)
        #expect(facts.complaints.isEmpty, "\(facts.complaints)")
        #expect(facts["width"] == "[360,true]")
        #expect(facts["beyond-the-edge"] == "[]")
        #expect(facts["colours"] == #"["rgb(0, 0, 0)","rgb(255, 59, 48)"]"#)
        #expect(facts["playhead"] == #"["playing","none"]"#)
        #expect(facts["focus-shows"] == "\"solid\"")
    }

    @Test func `a long title has the whole width of a wide screen`() async throws {
        let facts = try await Browser.facts(
            of: gallery().page, width: 1_000,
            """
            const width = name => document.querySelector(name).offsetWidth;
            fact('widths', width('h1') === width('header'));
            """)
        #expect(facts["widths"] == "true")
    }
}

extension JSONEncoder {
    /// Encodes strings as JavaScript writes them.
    fileprivate static var plain: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }
}

/// Questions to the page, in JavaScript.
extension GalleryTests {
    static let playing = """
        const button = index => cards[index].querySelector('button');
        const pressed = index => button(index).getAttribute('aria-pressed');
        fact('cards', cards.length);
        for (const [index, card] of cards.entries()) fact('decoded-' + index, (await decoded(card)).duration);

        const loudness = () => {
          const wave = new Float32Array(2048);
          ear.getFloatTimeDomainData(wave);
          return Math.max(...wave.map(Math.abs));
        };
        button(1).click();
        fact('pressed-at-once', [pressed(1), cards[1].dataset.state]);
        const ear = context.createAnalyser();
        gain.connect(ear);
        while (!(cards[1].dataset.played > 0.2)) await sleep(10);
        fact('played', Number(cards[1].dataset.played));
        fact('playhead', parseFloat(cards[1].querySelector('.playhead').style.left));
        const loud = loudness();
        fact('loudness', loud);
        volume.value = 50;
        volume.dispatchEvent(new Event('input'));
        fact('volume-kept', localStorage.getItem('thud-volume'));
        // The sound that is heard changes a few blocks later; the pattern lasts far longer.
        for (let tries = 0; tries < 100 && loudness() >= 0.5 * loud; tries++) await sleep(10);
        fact('halved', loudness());
        button(3).click();
        fact('other-stops-first', [pressed(1), pressed(3)]);
        while (pressed(3) === 'true') await sleep(10);
        fact('ends-by-itself', [pressed(3), cards[3].dataset.state]);
        """

    static let keyboard = """
        const type = key => document.activeElement.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        const at = () => cards.indexOf(document.activeElement);
        const moved = {};
        for (const [name, key] of [['j', 'j'], ['jj', 'j'], ['k', 'k'], ['right', 'ArrowRight'], ['left', 'ArrowLeft'],
          ['down', 'ArrowDown'], ['up', 'ArrowUp'], ['end', 'End'], ['home', 'Home']]) {
          type(key);
          moved[name] = at();
        }
        fact('moves', moved);
        type('j');
        const spaced = [];
        for (const _ of [0, 1]) { type(' '); spaced.push(pressed(1)); }
        fact('space', spaced);
        type('Enter');
        const entered = [pressed(1)];
        type('Escape');
        fact('enter-then-escape', [...entered, pressed(1)]);

        const search = text => {
          type('/');
          filter.value = text;
          filter.dispatchEvent(new Event('input'));
          return cards.filter(card => card.offsetParent !== null).map(card => card.dataset.name);
        };
        const count = () => document.querySelector('.count').textContent;
        const found = search(' HEAVY');
        fact('slash', document.activeElement === filter);
        fact('filtered', [found, count()]);
        fact('none-found', [search('no such').length, document.querySelector('.none').hidden, count()]);
        type('Escape');
        fact('all-again', [shown().length, count(), at() === 0]);
        """

    static let words = """
        fact('attack', document.querySelectorAll('main script, main img, header script, header img').length);
        fact('name', cards[2].querySelector('h2').textContent);
        fact('buttons-named', cards.every(card =>
          card.querySelector('button').getAttribute('aria-label') === 'Play ' + card.dataset.name));
        fact('landmarks', ['header', 'main', 'footer', '[role=search]'].map(
          name => document.querySelectorAll(name).length));
        fact('fetched', performance.getEntriesByType('resource').filter(
          entry => !entry.name.startsWith('data:')).length);
        """

    static let narrow = """
        const root = document.documentElement;
        fact('width', [innerWidth, root.scrollWidth <= innerWidth]);
        fact('beyond-the-edge', [...document.body.querySelectorAll('*')].filter(element =>
          element.getBoundingClientRect().right > innerWidth + 0.5 && !element.closest('svg'))
          .map(element => element.tagName + '.' + element.className));
        fact('colours', [getComputedStyle(document.body).backgroundColor,
          getComputedStyle(document.querySelector('.f-intensity')).fill]);
        cards[1].querySelector('button').click();
        for (let tries = 0; tries < 100 && cards[1].dataset.state !== 'playing'; tries++) await sleep(10);
        fact('playhead', [cards[1].dataset.state, getComputedStyle(cards[1].querySelector('.playhead')).display]);
        cards[0].focus();
        fact('focus-shows', getComputedStyle(cards[0]).outlineStyle);
        """
}
