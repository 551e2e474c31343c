enum GalleryStyle {
    static let text = """
        :root{--page:#F2F2F5;--card:#FFF;--line:#DCDCE2;--ink:#111114;--muted:#5A5A64;--accent:#D6241A;\
        --on-accent:#FFF;--playing:#107A0A;--focus:#0A5BD6}
        @media (prefers-color-scheme:dark){:root{--page:#000;--card:#0A0A0B;--line:#2A2A2F;--ink:#F5F5F7;\
        --muted:#A4A4AE;--accent:#FF3B30;--on-accent:#000;--playing:#39FF14;--focus:#7FB2FF}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;scroll-padding:1.5rem}
        body{margin:0;padding:clamp(1rem,3vw,3rem);background:var(--page);color:var(--ink);\
        font:1rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
        header{display:grid;gap:.25rem 2rem;align-items:end;margin:0 auto 1.75rem;max-width:100rem}
        h1{margin:0;font-size:clamp(1.75rem,4vw,2.75rem);line-height:1.1;letter-spacing:-.02em;overflow-wrap:anywhere}
        .count,.keys,footer p{margin:0;color:var(--muted)}
        .tools{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;margin-top:1rem}
        .tools label{display:flex;align-items:center;gap:.6rem;min-width:0;flex:0 1 auto}
        .tools span{color:var(--muted)}
        .filter{position:relative;flex:1 1 14rem!important;max-width:24rem}
        .filter input{flex:1;min-width:0;font:inherit;color:inherit;background:var(--card);\
        border:1px solid var(--line);border-radius:.6rem;padding:.55rem 2.4rem .55rem .8rem}
        .filter kbd{position:absolute;right:.6rem}
        .filter input:focus~kbd{visibility:hidden}
        .volume input{accent-color:var(--accent);width:9rem;min-width:0}
        .volume output{min-width:3.2rem;font-variant-numeric:tabular-nums}
        .keys{font-size:.875rem;margin-top:.4rem}
        kbd{font:600 .8em/1 ui-monospace,"DejaVu Sans Mono",monospace;color:var(--muted);background:var(--card);\
        border:1px solid var(--line);border-radius:.3rem;padding:.15em .4em}
        @media (hover:none) and (pointer:coarse){kbd,.keys{display:none}}
        @media (min-width:60rem){header{grid-template-columns:1fr auto}.tools{grid-area:1/2/3/3;margin:0}\
        .filter{flex-basis:18rem!important}.keys{grid-column:1/3}}
        .cards{list-style:none;margin:0 auto;padding:0;max-width:100rem;display:grid;gap:0 1.25rem;\
        grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr))}
        .cards[data-few]{grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),34rem))}
        .cards>li{display:grid;grid-row:span 3;grid-template-rows:subgrid;min-width:0;margin-bottom:1.25rem}
        .cards>li[hidden]{display:none}
        .card{display:grid;grid-row:span 3;grid-template-rows:subgrid;row-gap:.75rem;min-width:0;padding:1rem;background:var(--card);\
        border:1px solid var(--line);border-radius:1rem;transition:border-color .2s}
        .card[data-state=playing]{border-color:var(--playing)}
        :focus-visible,.card:target{outline:3px solid var(--focus);outline-offset:2px}
        .head{display:grid;grid-template:auto 1fr/auto 1fr auto;gap:.15rem .9rem;align-items:center}
        .head button{grid-area:1/1/3/2;align-self:start}
        .alone h2,.alone .time{grid-row:1/3}
        h2{min-width:0;margin:0;font-size:1.125rem;line-height:1.25;overflow-wrap:anywhere}
        h2 span{color:var(--muted);font-weight:400}
        .words{grid-area:2/2/3/4;align-self:start;margin:0;font-size:.875rem;line-height:1.35;color:var(--muted);overflow-wrap:anywhere;\
        display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
        .time{margin:0;white-space:nowrap;color:var(--muted);font-variant-numeric:tabular-nums}
        button{display:none;width:3rem;height:3rem;padding:0;border:0;border-radius:50%;cursor:pointer;\
        background:var(--accent);color:var(--on-accent);place-items:center;transition:transform .12s,background .2s}
        .js button{display:grid}
        button:hover{transform:scale(1.06)}
        button:active{transform:scale(.95)}
        button svg{width:1.6rem;height:1.6rem;fill:currentColor}
        button[aria-pressed=true]{background:var(--playing)}
        button[aria-pressed=false] .stop,button[aria-pressed=true] .play{display:none}
        figure{position:relative;margin:0}
        .pattern{display:block;width:100%;height:auto}
        .playhead{position:absolute;top:0;bottom:7%;width:2px;margin-left:-1px;border-radius:1px;\
        background:var(--ink);opacity:0;transition:opacity .4s;pointer-events:none}
        .card[data-state=playing] .playhead{opacity:.85;transition:none}
        dl{display:flex;flex-wrap:wrap;gap:.6rem 1.25rem;margin:0;align-content:start;\
        border-top:1px solid var(--line);padding-top:.75rem}
        dt{font-size:.75rem;color:var(--muted)}
        dd{margin:0;font-size:.9375rem;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
        audio{width:100%}
        .js audio{display:none}
        .none{text-align:center;color:var(--muted);padding:4rem 0}
        footer{max-width:100rem;margin:2rem auto 0;font-size:.875rem}
        @media (max-width:30rem){.card{padding:.85rem;border-radius:.8rem}.head{column-gap:.7rem}h2{font-size:1rem}.volume input{width:7rem}}
        @media (prefers-reduced-motion:reduce){*{transition:none!important}.playhead{display:none}}
        """
}

/// The script of a gallery, which plays sounds, moves a playhead, filters, and handles the keyboard.
///
/// Sounds use Web Audio instead of an audio element, which starts tens of milliseconds late and may swallow a tap of 20
/// ms. A sound is decoded once, as soon as a pointer or the focus comes near its button.
enum GalleryScript {
    static let text = playing + "\n" + moving

    private static let playing = """
        'use strict';
        document.documentElement.classList.add('js');
        const cards = [...document.querySelectorAll('.card')];
        const filter = document.querySelector('.filter input');
        const volume = document.querySelector('.volume input');
        const still = matchMedia('(prefers-reduced-motion: reduce)');
        const buffers = new Map();
        let context = null, gain = null, current = null;

        function bytes(card) {
          const text = atob(card.querySelector('audio').src.split(',')[1]);
          return Uint8Array.from(text, letter => letter.charCodeAt(0)).buffer;
        }
        function decoded(card) {
          if (!buffers.has(card)) {
            const data = bytes(card);
            const rate = new DataView(data).getUint32(24, true);
            buffers.set(card, new OfflineAudioContext(1, 1, rate).decodeAudioData(data));
          }
          return buffers.get(card);
        }
        function show(card, playing) {
          card.dataset.state = playing ? 'playing' : 'idle';
          card.querySelector('button').setAttribute('aria-pressed', String(playing));
        }
        function stop() {
          if (!current) return;
          const { card, source } = current;
          current = null;
          if (source) { source.onended = null; source.stop(); }
          show(card, false);
        }
        async function play(card) {
          stop();
          if (!context) {
            context = new AudioContext({ latencyHint: 'interactive' });
            gain = context.createGain();
            gain.connect(context.destination);
            setVolume();
          }
          const turn = current = { card, source: null };
          show(card, true);
          let buffer;
          try {
            await context.resume();
            buffer = await decoded(card);
          } catch (error) {
            if (current === turn) stop();
            throw error;
          }
          if (current !== turn) return;
          const source = turn.source = context.createBufferSource();
          source.buffer = buffer;
          source.connect(gain);
          source.onended = () => { if (current === turn) stop(); };
          const start = context.currentTime;
          source.start(start);
          follow(turn, start);
        }
        function follow(turn, start) {
          const { from, to, seconds, first } = turn.card.dataset;
          const head = turn.card.querySelector('.playhead');
          const step = () => {
            if (current !== turn) return;
            const heard = Math.max(0, context.currentTime - start - (context.outputLatency || 0));
            turn.card.dataset.played = heard;
            const share = Math.min(1, (Number(first) + heard) / seconds);
            if (!still.matches) head.style.left = Number(from) + (to - from) * share + '%';
            requestAnimationFrame(step);
          };
          step();
        }
        function toggle(card) { current && current.card === card ? stop() : play(card); }
        function setVolume() {
          volume.parentElement.querySelector('output').value = volume.value + ' %';
          // Squared: half the way sounds about half as loud.
          if (gain) gain.gain.value = (volume.value / 100) ** 2;
        }
        """

    private static let moving = """
        function shown() { return cards.filter(card => !card.parentElement.hidden); }
        function columns(list) {
          const top = list[0].offsetTop;
          const next = list.findIndex(card => card.offsetTop > top);
          return next < 0 ? list.length : next;
        }
        function move(by) {
          const list = shown();
          if (!list.length) return;
          const at = list.findIndex(card => card.contains(document.activeElement));
          const to = at < 0 ? 0 : Math.min(Math.max(at + by(list), 0), list.length - 1);
          list[to].focus({ preventScroll: true });
          list[to].scrollIntoView({ block: 'nearest', behavior: still.matches ? 'auto' : 'smooth' });
        }
        function narrow() {
          const wanted = filter.value.trim().toLowerCase();
          for (const card of cards) card.parentElement.hidden = !card.dataset.name.toLowerCase().includes(wanted);
          const count = shown().length;
          document.querySelector('.none').hidden = count > 0;
          document.querySelector('.count').textContent =
            (wanted ? count + ' of ' : '') + cards.length + (cards.length === 1 ? ' pattern' : ' patterns');
          if (current && current.card.parentElement.hidden) stop();
        }
        const moves = {
          j: () => 1, k: () => -1, ArrowRight: () => 1, ArrowLeft: () => -1,
          ArrowDown: columns, ArrowUp: list => -columns(list), Home: list => -list.length, End: list => list.length,
        };
        document.addEventListener('keydown', event => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
          const { key, target } = event;
          if (key === 'Escape') {
            stop();
            if (target === filter) { filter.value = ''; narrow(); move(() => 0); }
          } else if (target === filter) {
            if (key !== 'Enter' && key !== 'ArrowDown') return;
            move(() => 0);
          } else if (target === volume) {
            return;
          } else if (key === '/') {
            filter.focus();
            filter.select();
          } else if (Object.hasOwn(moves, key)) {
            move(moves[key]);
          } else if ((key === ' ' || key === 'Enter') && target.classList && target.classList.contains('card')) {
            if (!event.repeat) toggle(target);
          } else {
            return;
          }
          event.preventDefault();
        });
        for (const card of cards) card.querySelector('button').addEventListener('click', () => toggle(card));
        filter.addEventListener('input', narrow);
        volume.addEventListener('input', () => {
          setVolume();
          // A browser may forbid a page to remember; it plays all the same.
          try { localStorage.setItem('thud-volume', volume.value); } catch {}
        });
        try { volume.value = localStorage.getItem('thud-volume') ?? volume.value; } catch {}
        setVolume();
        narrow();
        if (cards.length < 3) document.querySelector('.cards').dataset.few = '';
        for (const card of cards) {
          for (const sign of ['pointerenter', 'focusin']) card.addEventListener(sign, () => decoded(card), { once: true });
        }
        """
}
