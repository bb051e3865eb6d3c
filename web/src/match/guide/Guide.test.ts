import { at, fastChance, GAMES, resolveOptions } from '@flower-war/rules';
import { english } from '@flower-war/words';
import { LANGUAGES } from '@flower-war/words/all';
import { RULEBOOKS, rulebook, ruleIn } from '@flower-war/words/rulebook';
import { describe, expect, test } from 'vitest';
import { type Note, notesOn } from './Guide.tsx';
import { GUIDE_TEXTS, lookAt } from './texts.ts';

const textsOf = ({ language }: { readonly language: string }) => GUIDE_TEXTS[language === 'es' ? 'es' : 'en'];
const NOTHING = { game: 'mexica', view: {}, isAsked: false, events: [] };
const ids = (notes: readonly Note[]) => notes.map(({ id }) => id);

describe('what is explained', () => {
  test('the question first, then what happened, each with its rule', () => {
    const seen = { game: 'flower-war', view: { phase: 'offering' }, isAsked: true, events: [{ kind: 'rolled' }] };
    expect(notesOn(seen, GUIDE_TEXTS.en, english)).toEqual([
      { id: 'ring/offering', text: english.screen.hints.ring.offering, rule: 'offering-1' },
      { id: 'flower-war:rolled', text: GUIDE_TEXTS.en.notes['flower-war'].rolled, rule: 'move-1' },
    ]);
  });

  test('a question to another seat is not explained, and nothing twice', () => {
    const events = [{ kind: 'rolled' }, { kind: 'moved' }, { kind: 'rolled' }];
    expect(ids(notesOn({ ...NOTHING, view: { phase: 'moving' }, events }, GUIDE_TEXTS.en, english))).toEqual([
      'mexica:rolled',
    ]);
  });

  test('cards cost nothing in Mexica, where three signs still win until the end', () => {
    const { text } = at(notesOn({ ...NOTHING, events: [{ kind: 'card-drawn' }] }, GUIDE_TEXTS.en, english), 0);
    expect(text).toContain('costs nothing');
    const ends = ['mexica', 'flower-war'].map((game) =>
      notesOn({ ...NOTHING, game, events: [{ kind: 'apocalypse' }] }, GUIDE_TEXTS.en, english).map((one) => one.text),
    );
    expect(String(ends[0])).toContain('three signs');
    expect(String(ends[1])).toContain('in the turns of one player');
  });

  test('a token is said to be in danger only where the rules let the other player come', () => {
    const { text } = at(
      notesOn({ ...NOTHING, game: 'tieqchieq', events: [{ kind: 'introduced' }] }, GUIDE_TEXTS.en, english),
      0,
    );
    expect(text).toContain('attacked in the lane');
  });

  test('to pick a card that is dealt is not to give one up', () => {
    const { looks } = GUIDE_TEXTS.en;
    const picks = ['deal', 'discard', undefined].map((use) => lookAt(looks, { verb: 'pick', use }));
    expect(picks).toEqual([looks.deal, looks.pick, looks.pick]);
    expect(['dance', 'constructor', '__proto__', ''].map((verb) => lookAt(looks, { verb }))).toEqual(['', '', '', '']);
  });

  test('what this page does not know is not explained', () => {
    for (const name of ['dreaming', 'constructor', '__proto__', '', 'x'.repeat(9999)])
      for (const game of ['mexica', 'patolli', 'constructor', name])
        expect(
          notesOn({ game, view: { phase: name }, isAsked: true, events: [{ kind: name }] }, GUIDE_TEXTS.en, english),
        ).toEqual([]);
    expect(notesOn({ ...NOTHING, isAsked: true }, GUIDE_TEXTS.en, english)).toEqual([]);
  });
});

/** What a seat of a match of random moves may read in it. */
function notesIn(id: string, seed: number): readonly Note[] {
  const { game } = at(
    [GAMES.get(id)].flatMap((one) => one ?? []),
    0,
  );
  const chance = fastChance(seed);
  const resolved = resolveOptions(game, undefined, {});
  let state = game.setup(resolved.ok ? resolved.options : {}, game.seats[0], chance);
  const notes: Note[] = [];
  for (let moves = 0; moves < 900; moves++) {
    const [seat] = game.toMove(state);
    if (seat === undefined) break;
    const view = game.view(state, 0);
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    const events = applied.events.flatMap((event) => game.viewEvent(event, 0) ?? []);
    for (const words of LANGUAGES)
      notes.push(...notesOn({ game: id, view, isAsked: seat === 0, events }, textsOf(words), words));
    state = applied.state;
  }
  return notes;
}

test.each(RULEBOOKS)('the notes of %s are sentences, and lead to rules of its book', (id) => {
  const notes = [1, 2, 3].flatMap((seed) => notesIn(id, seed));
  const book = rulebook(english, id);
  for (const { text, rule } of notes) {
    expect(text).toMatch(/^[A-ZÁÉÍÓÚ¿].*[.?]$/);
    expect(text.length).toBeLessThan(150);
    expect(ruleIn(book, rule ?? ''), rule).toBeDefined();
  }
  const happened = new Set(ids(notes).filter((note) => note.includes(':')));
  expect(happened.size).toBeGreaterThan(3);
});

test('nothing is the same in both languages', () => {
  const flat = (texts: object): readonly string[] =>
    Object.values(texts).flatMap((text) =>
      typeof text === 'object' && text !== null ? flat(text) : typeof text === 'string' ? [text] : [],
    );
  const spanish = new Set(flat(GUIDE_TEXTS.es));
  expect(flat(GUIDE_TEXTS.en).filter((text) => spanish.has(text))).toEqual([]);
});
