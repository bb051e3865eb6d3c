/** Whole random matches of every game: each move, question and event has words in every language. */
import type { LegalMove } from '@flower-war/protocol';
import { type AnyGame, at, fastChance, GAMES, resolveOptions, type Seat } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './all.ts';
import { english, FURTHER, loadWords, partName, reasonName, ruleOfQuestion, type Speech } from './index.ts';
import { RULEBOOKS, rulebook, ruleIn } from './rulebook/index.ts';

/** What only programs know, and what a missing word leaves behind. */
const INTERNAL = /undefined|NaN|\[object|\.\.|@|_|[a-z][A-Z]|[a-z]-[a-z]+-| {2}/;
const SENTENCE = /^[A-ZÁÉÍÓÚ¿¡].*[.]$/s;
const SHORT = { length: 'short', mode: 'epic', discTiming: 'immediate', laterDiscs: 'active', battlePayment: 'one' };
const MOVES = 700;

interface Moment {
  readonly legal: readonly LegalMove[];
  readonly view: object;
  readonly events: readonly { readonly kind: string }[];
  /** The parts of all scores after the move. */
  readonly parts: readonly string[];
}

/** A match of random moves, as the seats that are asked see it. */
function played(game: AnyGame, seed: number): readonly Moment[] {
  const chance = fastChance(seed);
  const known = Object.entries(SHORT).filter(([name]) => game.options.some((spec) => spec.name === name));
  const resolved = resolveOptions(game, undefined, Object.fromEntries(known));
  if (!resolved.ok) throw new Error('the options are known');
  let state = game.setup(resolved.options, game.usualSeats ?? game.seats[1], chance);
  const moments: Moment[] = [];
  for (let asked = game.toMove(state); asked.length > 0 && moments.length < MOVES; asked = game.toMove(state)) {
    const seat = at(asked, 0);
    const legal = game.legalMoves(state, seat);
    const view = game.view(state, seat);
    const shown = { view, seat, options: resolved.options, legal };
    const applied = game.apply(state, seat, chance.pick(legal), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    moments.push({
      legal: legal.map((move) => ({ move: game.format(move), verb: '', ...game.parts?.(shown, move) })),
      view,
      events: seen(game, applied.events, seat),
      parts: (game.standings?.(state) ?? []).flatMap(({ breakdown }) => Object.keys(breakdown)),
    });
  }
  return moments;
}

const seen = (game: AnyGame, events: readonly object[], seat: Seat) =>
  events.flatMap((event) => game.viewEvent(event, seat) ?? []);

test.each(RULEBOOKS)('every question of %s leads to a rule of its book', (id) => {
  const game = at(
    [GAMES.get(id)?.game].flatMap((one) => one ?? []),
    0,
  );
  const book = rulebook(english, id);
  for (const { view } of [1, 2, 3].flatMap((seed) => played(game, seed)))
    expect(ruleIn(book, ruleOfQuestion(id, view) ?? ''), JSON.stringify(view)).toBeDefined();
  expect(ruleOfQuestion(id, { phase: 'over' })).toBeUndefined();
  expect(ruleOfQuestion(id, { phase: 'constructor' })).toBeUndefined();
  expect(ruleOfQuestion('patolli', { phase: 'moving' })).toBeUndefined();
  expect(ruleOfQuestion(id, {})).toBeUndefined();
});

describe.each(LANGUAGES)('$language', (words) => {
  test.each([...GAMES.keys()])('%s', (id) => {
    const game = at(
      [GAMES.get(id)?.game].flatMap((one) => one ?? []),
      0,
    );
    const cards = new Map((game.cards ?? []).map((card) => [card.id, words.card(id, card)]));
    const speech: Speech = { name: (seat) => `SEAT ${seat}`, cards };
    for (const { legal, view, events } of [1, 2, 3].flatMap((seed) => played(game, seed))) {
      expectSentence(words.prompt(id, view, speech));
      for (const move of legal) expectSentence(words.move(id, move, speech));
      for (const event of events) {
        const told = words.event(id, event, speech);
        if (told !== undefined) expectSentence(told);
      }
    }
  });

  test('a question about a god names it, unless old rules do not tell it', () => {
    const speech: Speech = { name: String, cards: new Map() };
    for (const phase of ['drawing', 'sacrificing'])
      for (const [god, name] of [
        ['war', /Huitzilopochtli/],
        ['rain', /Tl[aá]loc/],
        [undefined, /(this god|este dios)/],
      ] as const)
        expect(words.prompt('flower-war', { phase, amount: 1, god }, speech)).toMatch(name);
  });

  test('what this version does not know is shown as it is', () => {
    const speech: Speech = { name: String, cards: new Map() };
    for (const verb of ['fly', '', 'constructor', '__proto__', 'x'.repeat(9999)])
      for (const game of ['mexica', 'tieqchieq', 'patolli', 'ring', 'constructor'])
        expect(words.move(game, { move: 'fly away', verb }, speech)).toBe('fly away');
    expect(words.move('patolli', { move: 'roll', verb: 'roll' }, speech)).toBe('roll');
    expect(words.prompt('mexica', { phase: 'dreaming' }, speech)).toBeUndefined();
    expect(words.prompt('patolli', {}, speech)).toBeUndefined();
    expect(words.event('ring', { kind: 'rolled' }, speech)).toBe('rolled');
  });
});

test('every part of a score has words in every language, or is a card', async () => {
  const further = await Promise.all(Object.values(FURTHER).map(async ({ load }) => (await load()).default));
  const named = new Set<string>();
  for (const [id, { game }] of GAMES) {
    const cards = new Set((game.cards ?? []).map((card) => card.id));
    const parts = [1, 2, 3, 4, 5, 6].flatMap((seed) => played(game, seed)).flatMap((moment) => moment.parts);
    for (const part of new Set(parts)) {
      if (cards.has(part)) continue;
      named.add(part);
      for (const words of LANGUAGES) expect(Object.keys(words.screen.table.parts), `${id}: ${part}`).toContain(part);
      for (const texts of further) expect(Object.keys(texts)).toContain(`screen.table.parts.${part}`);
    }
  }
  expect([...named].toSorted()).toEqual(Object.keys(english.screen.table.parts).toSorted());
});

test('a part is called by its words, by its card, or as a last resort by its id', () => {
  const cards: Speech['cards'] = new Map([['X1', { title: 'Night-Codex', text: '' }]]);
  const told = ['eagle', 'X1', 'new-part', 'constructor'].map((part) => partName(english, part, cards));
  expect(told).toEqual(['Eagle Warriors', 'Night-Codex', 'new part', 'constructor']);
  expect(reasonName(english, 'abandoned')).toBe('no player went on');
  expect(reasonName(english, 'a-new-one')).toBe('a new one');
});

function expectSentence(told: string | undefined): void {
  expect(told).toMatch(SENTENCE);
  expect(told).not.toMatch(INTERNAL);
}

const PICKING = {
  en: [
    'Choose 1 card from your hand.',
    'Choose 2 cards from your hand.',
    'Choose up to 2 cards from your hand.',
    'Choose up to 1 card from your hand.',
  ],
  es: [
    'Elige 1 carta de tu mano.',
    'Elige 2 cartas de tu mano.',
    'Elige cartas de tu mano, hasta 2.',
    'Elige cartas de tu mano, hasta 1.',
  ],
  de: [
    'Wähl 1 Karte aus deiner Hand.',
    'Wähl 2 Karten aus deiner Hand.',
    'Wähl bis zu 2 Karten aus deiner Hand.',
    'Wähl bis zu 1 Karte aus deiner Hand.',
  ],
};

test.each(Object.entries(PICKING))(
  'a question for cards says whether they must be given, and how many: %s',
  async (language, told) => {
    const words = await loadWords(language);
    const asked = (amount: number, ...moves: readonly string[]) => {
      const legal = moves.map((move) => ({ move }));
      return words.prompt('mexica', { phase: 'picking', amount }, { name: String, cards: new Map(), legal });
    };
    const pick = 'pick W01';
    expect([asked(1, pick), asked(2, pick), asked(2, pick, 'done'), asked(1, pick, 'done')]).toEqual(told);
  },
);
