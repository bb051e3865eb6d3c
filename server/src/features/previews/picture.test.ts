import { readFileSync } from 'node:fs';
import { fastChance, GAMES, type Options, resolveOptions } from '@flower-war/rules';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { beforeAll, expect, test } from 'vitest';
import { FONTS } from './fonts.ts';
import { canPaint, escaped, pictureOf } from './picture.ts';

const NAMES = ['Itzel', 'Ana & <b>', 'W'.repeat(500), '\u0000\ud800"', 'Хосе', ''];

/** Positions of a match that is played by chance. */
function* viewsOf(id: string, seats: number): Generator<object> {
  const { game } = GAMES.get(id)!;
  const resolved = resolveOptions(game, game.presets[0]!.id, {}) as { readonly options: Options };
  const chance = fastChance(seats);
  let state = game.setup(resolved.options, seats, chance);
  for (let n = 0; n < 400; n++) {
    yield game.view(state, 'spectator') as object;
    const [seat] = game.toMove(state);
    if (seat === undefined) return;
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (applied.ok) state = applied.state;
  }
}

const TABLES = [...GAMES.values()].flatMap(({ game }) => game.seats.map((seats) => [game.id, seats] as const));

test.each(TABLES)('%s with %i seats: each position has a picture, with a mark for each seat', (game, seats) => {
  const sitters = NAMES.slice(0, seats).map((name, seat) => ({ name, isWinner: seat === 0 }));
  for (const view of viewsOf(game, seats)) {
    const svg = pictureOf({ game, title: game, seats: sitters, view });
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<b>|&(?!amp;|lt;|gt;|quot;)/);
    expect([svg.includes('\u0000'), svg.isWellFormed()]).toEqual([false, true]);
    expect(svg.match(/r="22"/g)).toHaveLength(seats);
    expect(svg.length).toBeLessThan(60_000);
  }
});

test('the day on which a tribe stands is where the board of the page has it', () => {
  const { game } = GAMES.get('flower-war')!;
  const { options } = resolveOptions(game, game.presets[0]!.id, {}) as { readonly options: Options };
  const view = game.view(game.setup(options, 2, fastChance(1)), 'spectator') as { readonly tribes: readonly object[] };
  const pictured = (day: number) => {
    const tribes = view.tribes.map((tribe, seat) => ({ ...tribe, day, here: seat === 0 }));
    return /cx="([\d.]+)" cy="([\d.]+)" r="17"/.exec(
      pictureOf({ game: 'flower-war', title: '', seats: [], view: { ...view, tribes } }),
    );
  };
  const cell = (day: number) =>
    pictured(day)
      ?.slice(1)
      .map((at) => Math.floor(Number(at) / (560 / 6)));
  expect([1, 2, 3, 8, 9, 13, 18, 20].map(cell)).toEqual([
    [5, 2],
    [5, 1],
    [5, 0],
    [0, 0],
    [0, 1],
    [0, 5],
    [5, 5],
    [5, 3],
  ]);
});

beforeAll(() => initWasm(readFileSync(new URL(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))));

const font = { fontBuffers: FONTS.map((name) => readFileSync(new URL(name))), defaultFontFamily: 'Alegreya Sans' };

/** From where to where the text is painted; nothing if none of it is. */
function painted(text: string | undefined) {
  const drawing = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${text}</svg>`, {
    font,
  });
  const box = drawing.innerBBox();
  drawing.free();
  return box && { from: box.x, to: box.x + box.width };
}

const LETTERS = [
  [0x21, 0x17e],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x1ea0, 0x1ef9],
] as const; // prettier-ignore
const letters = LETTERS.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).filter(
    (one) => !/[\p{C}\p{Z}]/u.test(one),
  ),
);

test('no name runs into the score beside it, whatever its letters', () => {
  const { game } = GAMES.get('tieqchieq')!;
  const { options } = resolveOptions(game, game.presets[0]!.id, {}) as { readonly options: Options };
  const view = game.view(game.setup(options, 2, fastChance(1)), 'spectator') as object;
  const texts = [...letters, 'Ab', 'Wi', '漢'].map((one) => {
    const sitter = { name: one.repeat(24), isWinner: false };
    return pictureOf({ game: 'tieqchieq', title: '', seats: [sitter], view }).match(/<text[^>]*>[^<]*<\/text>/g) ?? [];
  });
  const names = painted(texts.map(([, name]) => name).join(''));
  const [[, , score] = []] = texts;
  expect(names?.to).toBeLessThan(painted(score)?.from ?? 0);
});

test('a name of which no letter is in the fonts is known as such', () => {
  const shown = [...letters, '漢字', 'مرحبا', '👩‍👧', 'Ana 漢字', '漢字 7', '777'].map((name) => [
    name,
    canPaint(name),
  ]);
  expect(shown.filter(([, can]) => !can).map(([name]) => name)).toEqual(['漢字', 'مرحبا', '👩‍👧', '漢字 7']);
});

test('a game without a drawing is told by its seats', () => {
  expect(pictureOf({ game: 'chess', title: 'Chess', seats: [{ name: 'Ana', isWinner: false }], view: {} })).toContain(
    'Ana',
  );
});

test('what no XML may hold is left out', () => {
  expect(escaped('a\u0000\u0007\uffff\ud800<>&"')).toBe('a\ufffd&lt;&gt;&amp;&quot;');
});
