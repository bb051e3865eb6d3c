/** Why a move is worth a look: each reason comes up in random matches, is a sentence in every language, and is true of the move. */
import type { GameName, LegalMove } from '@flower-war/protocol';
import { type AnyGame, at, fastChance, GAMES, resolveOptions, type Seat } from '@flower-war/rules';
import { pilesSeen, twinOf } from '@flower-war/rules/twins';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../all.ts';
import { english, FURTHER, loadWords, type Words } from '../index.ts';
import { ADVICE, reasonFor } from './index.ts';

const SENTENCES = /^[A-ZÁÉÍÓÚ¿¡0-9].*[.]$/;
const INTERNAL = /[{}]|undefined|NaN|\[object|\.\.|@|_|[a-z][A-Z]| {2}|null/;
const MATCHES = 2;
const MOST_MOVES = 400;

/** Moves that are several acts. With them, few random matches would come to what the reasons are about. */
const AT_ONCE = /^(offer \w+ \d|end$)/;

const name = (seat: number) => `Player ${seat}`;

interface Advised {
  readonly seat: number;
  readonly move: LegalMove;
  readonly before: object;
  /** What the seat sees once it has played the move. */
  readonly after: object;
  readonly events: readonly { readonly kind: string }[];
  readonly text: string;
  readonly state: unknown;
}

/** Every legal move of random matches about which there is a reason, and what came of it. */
function advised(id: GameName, game: AnyGame, words: Words): readonly Advised[] {
  return Array.from({ length: MATCHES }, (_, index) => advisedIn({ id, game, words }, index + 1)).flat();
}

function advisedIn(
  { id, game, words }: { readonly id: GameName; readonly game: AnyGame; readonly words: Words },
  seed: number,
): readonly Advised[] {
  const chance = fastChance(seed);
  const isShort = seed % 3 > 0 && game.options.some((spec) => spec.name === 'length');
  const resolved = resolveOptions(game, undefined, isShort ? { length: 'short' } : {});
  if (!resolved.ok) throw new Error('the options are known');
  const { options } = resolved;
  let state = game.setup(options, at(game.seats, seed % game.seats.length), chance);
  const all: Advised[] = [];
  for (let n = 0; n < MOST_MOVES; n++) {
    const [seat] = game.toMove(state);
    if (seat === undefined) break;
    const legal = game.legalMoves(state, seat);
    const before = game.view(state, seat) as object;
    for (const move of legal) {
      const parts = { move: game.format(move), ...game.parts?.({ view: before, seat, options, legal }, move) };
      const told = reasonFor(words, { game: id, view: before, seat, move: parts as LegalMove, name });
      if (told === undefined) continue;
      const applied = game.apply(state, seat, move, fastChance(n + 1));
      if (!applied.ok) throw new Error(applied.reason);
      const after = game.view(applied.state, seat) as object;
      all.push({
        seat,
        move: parts as LegalMove,
        before,
        after,
        events: applied.events,
        text: told,
        state: applied.state,
      });
    }
    const singly = legal.filter((move) => !AT_ONCE.test(game.format(move)));
    const applied = game.apply(state, seat, chance.pick(singly), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
  return all;
}

/** Numbers and names in a sentence are `#`, so that it tells which reason it is. */
const shape = (text: string): string =>
  text
    .replace(/Player \d|Huitzilopochtli|Tl[aá]loc/g, '#')
    .replace(/\b(one|un|una|\d+) (skulls?|tokens?|calaveras?|fichas?)\b/g, '#')
    .replace(/\d+/g, '#');

const GAME_IDS = [...GAMES.keys()] as readonly GameName[];

describe.each(GAME_IDS)('%s', (id) => {
  const { game } = at(
    [GAMES.get(id)].flatMap((one) => one ?? []),
    0,
  );
  test.each([...LANGUAGES.map(({ language }) => language), ...Object.keys(FURTHER)])(
    'reasons are sentences in %s',
    async (language) => {
      const words = await loadWords(language);
      const all = advised(id, game, words);
      expect(all.length).toBeGreaterThan(100);
      for (const { text } of all) {
        expect(text).toMatch(SENTENCES);
        expect(text).not.toMatch(INTERNAL);
        expect(text.length).toBeLessThan(130);
      }
      expect(new Set(all.map(({ text }) => shape(text))).size).toBeGreaterThan(4);
    },
  );

  test('what a reason says comes true', () => {
    const all = advised(id, game, english);
    for (const [part, isTrue] of TRUE[id] ?? []) {
      const found = all.filter(({ text }) => part.test(text));
      expect(found.length, part.source).toBeGreaterThan(0);
      for (const one of found) expect(isTrue(one), `${part}: ${JSON.stringify({ ...one, state: '' })}`).toBe(true);
    }
  });
});

interface Seen {
  readonly warTally: number;
  readonly rainTally: number;
  readonly tribes: readonly { readonly skulls: number; readonly day: number }[];
  readonly days: readonly number[];
  readonly sides: readonly { readonly home: number }[];
  readonly cities: readonly { readonly visible: readonly string[] }[];
  readonly turn: number;
}

const before = (one: Advised) => one.before as Seen;
const after = (one: Advised) => one.after as Seen;
const has = ({ events }: Advised, ...kinds: readonly string[]) => events.some(({ kind }) => kinds.includes(kind));

/** A trap or a battle may come before the pick-up. */
const DELAYS = ['trap-sprung', 'challenged', 'window-opened', 'battle-won'];

/** How many Aztecs of the colour of the chosen card a saucer could capture, also before the temple comes. */
const liesOpen = (one: Advised): number =>
  before(one).cities[one.seat]?.visible.filter((card) => card.startsWith(`${one.move.move.split(' ')[1]?.[0]}-A`))
    .length ?? 0;

/** `You keep 3 skulls`: what the seat has once it has paid. */
const keeps = (one: Advised): boolean =>
  after(one).tribes[one.seat]?.skulls === (/keep one/.test(one.text) ? 1 : Number(/keep (\d+)/.exec(one.text)?.[1]));

const apart = ({ warTally, rainTally }: Seen): number => Math.abs(warTally - rainTally);
const isAsFarBehind = (one: Advised): boolean => apart(before(one)) === Number(/ is (\d+) behind/.exec(one.text)?.[1]);
const bringsNearer = (one: Advised): boolean => apart(after(one)) < apart(before(one));

/** By game: a sentence, and how one sees that it is true. */
const TRUE: Readonly<Record<string, readonly (readonly [RegExp, (one: Advised) => boolean])[]>> = {
  'flower-war': [
    [/makes the gods level/, (one) => after(one).warTally === after(one).rainTally],
    [/ behind\./, isAsFarBehind],
    [/nearer to level/, bringsNearer],
    [/This lets it go on/, (one) => after(one).warTally !== after(one).rainTally],
    [/You keep .*counts for/, keeps],
    [/brings the calendar disc/, (one) => has(one, 'disc-taken', ...DELAYS)],
    [/no other tribe (stands there|is near)/, (one) => !has(one, 'challenged')],
  ],
  mexica: [
    [/ behind\./, isAsFarBehind],
    [/nearer to level/, bringsNearer],
    [/You keep .*counts for/, keeps],
    [/brings (the week card|one of the three signs)/, (one) => has(one, 'week-taken', ...DELAYS)],
    [/no other tribe (stands there|is near)/, (one) => !has(one, 'challenged')],
  ],
  'space-aztecs': [
    [/leads with/, (one) => has(one, 'captured')],
    [/open in your city/, (one) => liesOpen(one) === Number(/^\d+/.exec(one.text)?.[0] ?? 1)],
  ],
  tieqchieq: [
    [
      /brings a token home/,
      (one) => (after(one).sides[one.seat]?.home ?? 0) > (before(one).sides[one.seat]?.home ?? 0),
    ],
    [/attack wins three times/, (one) => has(one, 'fought')],
    [/toss again/, (one) => has(one, 'fought') || after(one).turn === one.seat],
    [/can come there with one toss|never comes to this square/, (one) => !isReached(one)],
    [/cannot reach it with one toss/, (one) => !isReached(one)],
  ],
};

/** Whether a toss of the other seat lets it attack the square to which the token has gone. */
function isReached({ state, seat, move }: Advised): boolean {
  const { game } = at(
    [GAMES.get('tieqchieq')].flatMap((one) => one ?? []),
    0,
  ) as { readonly game: AnyGame };
  const [foe] = game.toMove(state);
  if (foe === undefined || foe === seat) return false;
  const square = 16 - Number((move as unknown as { readonly to: number }).to);
  return [1, 2, 3, 4, 5, 6, 7, 8].some((luck) => {
    const tossed = game.apply(state, foe, at(game.legalMoves(state, foe), 0), fastChance(luck));
    if (!tossed.ok || game.toMove(tossed.state)[0] !== foe) return false;
    const legal = game.legalMoves(tossed.state, foe);
    const seen = { view: game.view(tossed.state, foe) as object, seat: foe, options: {}, legal };
    const { options } = tossed.state as { readonly options: object };
    return legal.some((one) => {
      const parts = game.parts?.({ ...seen, options } as never, one) as {
        readonly to?: number;
        readonly fights?: number;
      };
      return parts.to === square && parts.fights !== undefined;
    });
  });
}

const SEED = Number(process.env['SEED'] ?? 1);
const TWINS = 4;

/** In random play, in each position the twin of it that differs only in what the asked seat does not see. */
function* twinsIn(id: GameName, game: AnyGame, seed: number) {
  const chance = fastChance(seed);
  const resolved = resolveOptions(game, undefined, {});
  let state = game.setup(resolved.ok ? resolved.options : {}, at(game.seats, seed % 2), chance);
  const known = new Map<Seat, Set<number>>();
  for (let n = 0; n < MOST_MOVES; n++) {
    const [seat] = game.toMove(state);
    if (seat === undefined) return;
    const piles = known.get(seat) ?? new Set();
    known.set(seat, piles);
    for (const pile of pilesSeen(id, state, seat)) piles.add(pile);
    const twin = twinOf(id, state, { viewer: seat, known: [...piles] }, fastChance(seed + n));
    yield { seat, state, twin };
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
}

test.each(GAME_IDS)('%s: positions that differ in what the seat does not see have the same reasons', (id) => {
  const { game } = at(
    [GAMES.get(id)].flatMap((one) => one ?? []),
    0,
  );
  let [told, different] = [0, 0];
  for (let seed = SEED; seed < SEED + TWINS; seed++)
    for (const { seat, state, twin } of twinsIn(id, game, seed)) {
      const [one, other] = [state, twin].map((from) => {
        const view = game.view(from, seat) as object;
        const { options } = from as { readonly options: Readonly<Record<string, never>> };
        const legal = game.legalMoves(from, seat);
        const parts = legal.map((move) => ({
          move: game.format(move),
          ...game.parts?.({ view, seat, options, legal }, move),
        }));
        return parts.map((move) => [move, reasonFor(english, { game: id, view, seat, move: move as LegalMove, name })]);
      });
      expect(JSON.stringify(other), `seed ${seed}`).toBe(JSON.stringify(one));
      told += one?.filter(([, text]) => text !== undefined).length ?? 0;
      different += JSON.stringify(state) === JSON.stringify(twin) ? 0 : 1;
    }
  expect(told).toBeGreaterThan(100);
  expect(different > 100).toBe(id !== 'tieqchieq'); // which hides nothing
});

describe('what is said of numbers and omens', () => {
  const tribe = (day: number, skulls: number) => ({ day, skulls, cards: 1, here: true });
  const table = { warTally: 3, rainTally: 0, apocalypse: true, favoured: '', ending: 'none', omens: [] as number[] };
  const days = Array.from({ length: 20 }, () => 9);
  const view = { ...table, days, discs: days.map(() => 6), tribes: [tribe(1, 9), tribe(4, 2)] };
  const said = (move: object, change: object = {}) =>
    reasonFor(english, { game: 'flower-war', view: { ...view, ...change }, seat: 0, move: move as LegalMove, name });
  const offer = (skulls: number) => ({ verb: 'offer', god: 'rain', costs: { skulls, left: 9 - skulls } });

  test.each([
    [1, {}, 'Tlaloc is 3 behind. This brings the gods nearer to level.'],
    [3, {}, 'Tlaloc is 3 behind. This makes the gods level, and then the countdown stands still.'],
    [3, { apocalypse: false }, 'Tlaloc is 3 behind. This brings the gods nearer to level.'],
    [5, {}, 'Tlaloc is 3 behind. This brings the gods nearer to level.'],
    [6, {}, 'You keep 3 skulls, and it counts for Tlaloc.'],
    [2, { warTally: 1 }, 'You keep 7 skulls, and it counts for Tlaloc.'],
  ])('an offering of %d, %j', (skulls, change, text) => expect(said(offer(skulls), change)).toBe(text));

  test('where no battle costs skulls, no tribe has any to lose', () => {
    const moves = [{ verb: 'go', day: 4 }, { verb: 'roll' }, { verb: 'attack', seat: 1 }];
    const costly = [
      'Player 1 stands on Lizard and has 2 skulls to lose.',
      'Player 1 stands 3 days ahead and has 2 skulls to lose.',
      'Player 1 has the most to lose: 2 skulls.',
    ];
    for (const omens of [[], [14, 20]]) expect(moves.map((move) => said(move, { omens }))).toEqual(costly);
    for (const omens of [[12], [20]])
      expect(moves.map((move) => said(move, { omens }))).toEqual([undefined, undefined, undefined]);
  });

  test.each(['R12', 'R14'])('a tribe that may leave a skull there, by %s, is promised no prize', (card) => {
    const last = { days: days.with(8, 1) };
    const prize = 'On Water lies the last skull. It brings the calendar disc.';
    const laid = (owner: number, live: boolean) => days.map(() => ({ cards: [{ card, owner, live }] }));
    const changes = [{}, { piles: laid(0, true) }, { piles: laid(1, false) }, { piles: laid(1, true) }];
    const promised = changes.map((change) => said({ verb: 'go', day: 9 }, { ...last, ...change }));
    expect(promised).toEqual([prize, prize, prize, undefined]);
    const slowed = [{ ...tribe(1, 9), modifiers: ['range +2', 'pickup -1'] }, tribe(4, 2)];
    expect(said({ verb: 'go', day: 9 }, { ...last, tribes: slowed })).toBeUndefined();
  });
});

describe('what is not known', () => {
  const move = { move: 'roll', verb: 'roll' } as LegalMove;
  test.each(['patolli', 'constructor', '__proto__', '', 'x'.repeat(9999)])('a game %#: nothing is said', (game) => {
    expect(reasonFor(english, { game, view: { tribes: [] }, seat: 0, move, name })).toBeUndefined();
  });
  test.each(GAME_IDS)('%s: an empty view and a strange verb: nothing is said', (game) => {
    for (const view of [{}, { phase: 'moving' }])
      expect(reasonFor(english, { game, view, seat: 0, move, name })).toBeUndefined();
    for (const verb of ['dance', 'constructor', '__proto__', ''])
      expect(
        reasonFor(english, {
          game,
          view: { tribes: [], cities: [], sides: [] },
          seat: 9,
          move: { move: '', verb } as LegalMove,
          name,
        }),
      ).toBeUndefined();
  });
});

test('nothing is the same in both languages', () => {
  const flat = (texts: object): readonly string[] =>
    Object.values(texts).flatMap((one) => (typeof one === 'object' ? flat(one) : String(one)));
  const spanish = new Set(flat(ADVICE.es));
  expect(flat(ADVICE.en).filter((text) => text.includes('=>') && spanish.has(text))).toEqual([]);
});
