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
