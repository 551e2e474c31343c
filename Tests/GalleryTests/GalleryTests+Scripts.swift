/// What is asked of the page, in its own language.
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
        fact('loudness', loudness());
        volume.value = 50;
        volume.dispatchEvent(new Event('input'));
        fact('volume-kept', localStorage.getItem('thud-volume'));
        await sleep(100);
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
        await sleep(50);
        fact('playhead', [cards[1].dataset.state, getComputedStyle(cards[1].querySelector('.playhead')).display]);
        cards[0].focus();
        fact('focus-shows', getComputedStyle(cards[0]).outlineStyle);
        """
}
