import type { GameId } from '@flower-war/protocol';
import {
  at,
  type Chance,
  fastChance,
  GAMES,
  type OptionSpec,
  type Options,
  type OptionValue,
  resolveOptions,
} from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, spanish } from '../all.ts';
import { REASONS } from '../en/codes.ts';
import { english, loadWords, ruleOf, ruleOfEvent, type Words } from '../index.ts';
import positions from './data/positions.json' with { type: 'json' };
import { editionOf } from './facts.ts';
import { cardEntries, ownRules, RULEBOOKS, type Rulebook, rulebook, rulebookNamed, ruleIn } from './index.ts';

const EDITIONS = RULEBOOKS.flatMap((game) =>
  (GAMES.get(game)?.game.presets ?? []).map(({ id }) => ({ game, preset: id })),
);

/** A capital, or the head of a list, and a full stop; a line before a list ends with a colon. */
const LINE = /^(- )?[A-ZÁÉÍÓÚ0-9].*[.:]$/;
const INTERNAL = /[a-z][A-Z]|[a-z]-[a-z]+-|\bundefined\b|\bNaN\b|\[object|\bnull\b|_| {2}|\.\.|\bnobody\b/;

const rulesOf = ({ chapters }: Rulebook) => chapters.flatMap(({ rules }) => rules);
const textOf = (book: Rulebook, anchor: string) => ruleIn(book, anchor)?.text ?? '';
const wordsIn = (text: string) => text.split(/\s+/).length;

test.each([english, spanish])('a rulebook has the name that the game has everywhere, in $language', (words) => {
  const { games, editions } = words.screen.names;
  for (const game of RULEBOOKS) expect(rulebook(words, game).title).toBe(games[game]);
  for (const { game, preset } of EDITIONS) {
    const book = rulebook(words, game, preset);
    expect(book.title).toBe((editions as Readonly<Record<string, string>>)[preset]);
    expect(ruleIn(book, `edition-${preset}`)?.label).toBe(book.title);
  }
});

test('every game has a rulebook', () => {
  expect(RULEBOOKS.toSorted()).toEqual([...GAMES.keys()].toSorted());
});

describe.each(LANGUAGES)('$language', (words) => {
  test.each(EDITIONS)('$preset is told in sentences', ({ game, preset }) => {
    for (const { anchor, text } of rulesOf(rulebook(words, game, preset)))
      for (const line of text.split('\n')) {
        expect(line, anchor).toMatch(LINE);
        expect(line, anchor).not.toMatch(INTERNAL);
      }
  });

  test.each(EDITIONS)('$preset tells its goal in a sentence, and goal and turn in a minute', ({ game, preset }) => {
    const book = rulebook(words, game, preset);
    expect(textOf(book, 'goal-1').match(/[.!?]/g)).toHaveLength(1);
    const first = [...rulesOf(book)].filter(({ anchor }) => anchor.startsWith('goal-') || anchor === 'turn-1');
    expect(wordsIn(first.map(({ text }) => text).join(' '))).toBeLessThan(200);
  });

  test('skulls belong to Flower War and tokens to Mexica', () => {
    const told = (game: 'flower-war' | 'mexica') =>
      rulesOf(rulebook(words, game))
        .map(({ text }) => text)
        .join(' ');
    expect(told('mexica')).not.toMatch(/skull|calavera/i);
    expect(told('flower-war')).not.toMatch(/token|ficha/i);
  });

  test('every picture stands below one rule of the default edition, and says what it shows', () => {
    for (const [game, all] of Object.entries(positions)) {
      const shown = RULEBOOKS.filter((id) => id === game)
        .flatMap((id) => rulesOf(rulebook(words, id)))
        .flatMap(({ pictures }) => pictures);
      const drawn = shown.map(({ view }) => JSON.stringify(view));
      expect(drawn.toSorted()).toEqual(
        Object.values(all)
          .map((view) => JSON.stringify(view))
          .toSorted(),
      );
      for (const { caption } of shown) expect(caption).toMatch(LINE);
    }
  });

  test('every card has an entry', () => {
    for (const [game, { game: rules }] of GAMES) {
      const entries = cardEntries(words, game, rules.cards ?? []).flatMap(({ rules: cards }) => cards);
      expect(entries.map(({ anchor }) => anchor).toSorted()).toEqual(
        (rules.cards ?? []).map(({ id }) => `card-${id}`).toSorted(),
      );
      for (const { text } of entries) expect(text).toMatch(LINE);
    }
  });

  test('chapters have titles of their own', () => {
    for (const game of RULEBOOKS) {
      const titles = rulebook(words, game).chapters.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });
});

test.each(EDITIONS)('$preset has the same rules in every language', ({ game, preset }) => {
  const anchors = LANGUAGES.map((words) => rulesOf(rulebook(words, game, preset)).map(({ anchor }) => anchor));
  for (const other of anchors) expect(other).toEqual(anchors[0]);
  expect(new Set(anchors[0]).size).toBe(anchors[0]?.length);
});

test.each(EDITIONS)('$preset has the same numbers in every language', async ({ game, preset }) => {
  const numbers = (text: string) =>
    text
      .replace(/\d[.,]\d{3}/g, (n) => n.replace(/\D/, ''))
      .match(/-?\d+/g)
      ?.toSorted();
  const told = (words: Words) =>
    rulesOf(rulebook(words, game, preset)).map(({ anchor, text }) => [anchor, numbers(text)]);
  for (const language of ['es', 'de']) expect(told(await loadWords(language)), language).toEqual(told(english));
});

test('no language borrows the rules of another', () => {
  for (const game of RULEBOOKS) {
    const [one, other] = [english, spanish].map((words) => rulesOf(rulebook(words, game)).map(({ text }) => text));
    expect(one?.filter((text) => other?.includes(text))).toEqual([]);
  }
});

test('the numbers are those of the edition', () => {
  const book = rulebook(english, 'flower-war');
  expect(textOf(book, 'setup-1')).toContain('13 skulls lie on each day. Another 100 skulls form the pool');
  expect(textOf(book, 'setup-2').split('\n')).toHaveLength(6);
  expect(textOf(book, 'setup-2')).toContain('2 players: East on Flower (Xochitl), West on Dog (Itzcuintli).');
  expect(textOf(book, 'option-length')).toContain('A full day holds 6 skulls.');
  expect(textOf(rulebook(spanish, 'space-aztecs'), 'setup-3')).toContain('- 4 jugadores: 8 montones de 7 cartas.');
  expect(textOf(rulebook(spanish, 'space-aztecs', 'space-aztecs-young'), 'setup-3')).toContain(
    '- 4 jugadores: 8 montones de 6 cartas.',
  );
});

test.each(EDITIONS)(
  '$preset of a match is laid out as the rules lay it out, whichever options the match has',
  ({ game, preset }) => {
    const entry = GAMES.get(game);
    if (entry === undefined) throw new Error(`there is no game ${game}`);
    const chance = fastChance(7);
    for (let tries = 0; tries < 60; tries++) {
      const options = optionsOf(entry.game, preset, chance);
      for (const { seats, ...start } of editionOf<GameId>(game, { preset, options }).starts)
        expect(
          laidOut(entry.game.view(entry.game.setup(options, seats, chance), 'spectator')),
          JSON.stringify(options),
        ).toEqual(start);
    }
  },
);

/** Of each option any value, or none. */
function optionsOf(game: Parameters<typeof resolveOptions>[0], preset: string, chance: Chance): Options {
  const chosen = game.options.flatMap((option) => (chance.coin() ? [] : [[option.name, drawn(option, chance)]]));
  const resolved = resolveOptions(game, preset, Object.fromEntries(chosen));
  return resolved.ok ? resolved.options : optionsOf(game, preset, chance);
}

function drawn(option: OptionSpec, chance: Chance): OptionValue {
  if (option.type === 'choice') return chance.pick(option.values);
  return option.type === 'flag' ? chance.coin() : chance.pick([option.min, option.max, option.default]);
}

type Laid = { [Field in 'pool' | 'warDeck' | 'rainDeck' | 'dayDeck' | 'saucerLimit']?: number } & {
  readonly tribes?: readonly { readonly compass: string; readonly day: number }[];
  readonly piles?: readonly { readonly size?: number }[];
  readonly sides?: readonly { readonly reserve: number }[];
};

/** What a book tells of a fresh table. */
function laidOut(view: unknown): object {
  const { tribes, piles, sides, pool, warDeck, rainDeck, dayDeck, saucerLimit } = view as Laid;
  if (sides !== undefined) return { tokens: sides[0]?.reserve };
  if (tribes === undefined) return { piles: piles?.length, pile: piles?.[0]?.size, saucerLimit };
  const starts = tribes.map(({ compass, day }) => ({ compass, day }));
  return { starts, pool, warDeck, rainDeck, ...(dayDeck !== undefined && { dayDeck }) };
}

test('the book of a match names its numbers', () => {
  const book = rulebook(english, 'flower-war', { preset: 'flower-war', options: { perSpace: 6, tokensTotal: 175 } });
  expect(textOf(book, 'setup-1')).toContain('6 skulls lie on each day. Another 55 skulls form the pool');
  expect(textOf(book, 'edition-flower-war')).toContain('This book tells it.');
  expect(book.title).toBe('Flower War');
});

test.each([
  ['mexica', { apocTriggers: 'weeks' }, 'apocalypse-1', /260|Tonantzin/],
  ['mexica', { weekBonuses: 'off' }, 'week-3', /It also|Además|Außerdem/],
  ['mexica', { weekBonuses: 'off' }, 'move-3', /week cards|cartas de semana|Wochenkarten/],
  ['mexica', { weekBonuses: 'off' }, 'collect-2', /week cards|cartas de semana|Wochenkarten/],
  ['mexica', { weekBonuses: 'off' }, 'battle-9', /week cards|cartas de semana|Wochenkarten/],
  ['mexica', { countdown: 1 }, 'apocalypse-2', / are | quedan | bleiben /],
  ['mexica', { victoryCardsPublic: true }, 'turn-3', /victory cards|cartas de victoria|Siegkarten/],
  ['mexica', { multiBattle: 'chooseOne' }, 'turn-1', /each player who|cada jugador|gegen jeden/],
  ['mexica', { stepOrder: 'battleFirst' }, 'turn-1', /(Collect|Recoge|Sammle).*(Fight|Lucha|Kämpf)/s],
  ['flower-war', { multiBattle: 'chooseOne' }, 'turn-1', /each player who|cada jugador|gegen jeden/],
  ['flower-war', { stepOrder: 'battleFirst' }, 'turn-1', /(Pick|Recoge|Nimm).*(Fight|Lucha|Kämpf)/s],
  ['flower-war', { battleCards: 'off' }, 'battle-3', /take turns|Después|abwechselnd/],
  ['flower-war', { battleCards: 'off' }, 'battle-4', /./],
  ['flower-war', { battleCards: 'off' }, 'ending-4', /battle cards|cartas de batalla|Kampfkarten/],
  ['flower-war', { dog: 'all' }, 'omens-9', /chooses|Elige|wählt/],
  ['flower-war', { apocFlavor: 'off' }, 'omens-9', /flood|diluvio|Flut/],
  ['flower-war', { cipactliMany: false }, 'battle-9', /Crocodile|Caimán|Krokodil/],
] as const)(
  'the book of a match of %s under %j leaves out of %s what does not hold',
  async (game, options, anchor, what) => {
    for (const words of [...LANGUAGES, await loadWords('de')]) {
      const told = textOf(rulebook(words, game, { options }), anchor);
      expect(told).not.toMatch(what);
      const others = Object.keys(options).map((name) => [name, otherwise(game, name)]);
      expect(textOf(rulebook(words, game, { options: Object.fromEntries(others) }), anchor)).toMatch(what);
    }
  },
);

test.each([
  ['en', 'If a coin decides, heads is your side.'],
  ['es', 'Si decide una moneda, cara es tu lado.'],
  ['de', 'Entscheidet eine Münze, ist Kopf deine Seite.'],
])('%s: against Cortés the coin is read the other way round, for the defender', async (language, told) => {
  const words = await loadWords(language);
  for (const battleCards of ['on', 'off'])
    expect(textOf(rulebook(words, 'flower-war', { options: { battleCards } }), 'ending-4')).toContain(told);
});

/** The first other value: the usual one, or its opposite. */
function otherwise(game: string, name: string): OptionValue {
  const spec = GAMES.get(game)?.game.options.find((one) => one.name === name);
  return spec?.type === 'flag' ? !spec.default : (spec?.default ?? '');
}

test('the book of a match says what the match chose otherwise, and nothing else', () => {
  const resolved = resolveOptions(at([...GAMES.values()], 0).game, 'flower-war', { length: 'short', countdown: 9 });
  if (!resolved.ok) throw new Error('the options are known');
  const own = ownRules(english, 'flower-war', { preset: 'flower-war', options: resolved.options });
  expect(own).toContain('A full day holds 6 skulls.');
  expect(own.join(' ')).toContain('counts 9 times');
  expect(own).toHaveLength(5);
  expect(ownRules(english, 'flower-war', { preset: 'flower-war' })).toEqual([]);
  expect(ownRules(english, 'mexica', { preset: 'mexica', options: { dreams: true } })).toEqual([]);
});

test('an edition tells its own rules, and leaves out what it does not have', () => {
  expect(textOf(rulebook(english, 'mexica'), 'collect-3')).toContain('draws a Day card');
  const early = rulebook(english, 'mexica', 'flower-war-early');
  expect(early.title).toBe('Early Flower War');
  expect(textOf(early, 'collect-3')).toBe('A full day brings no card.');
  expect(textOf(early, 'edition-flower-war-early')).toContain('This book tells it.');
  const plain = rulebook(english, 'flower-war', 'flower-war-rules-of-play');
  expect(plain.chapters.map(({ id }) => id)).not.toContain('ending');
  expect(rulebook(english, 'flower-war').chapters.map(({ id }) => id)).toContain('ending');
});

test('each refusal leads to a rule that its game has', () => {
  for (const game of RULEBOOKS) {
    const book = rulebook(english, game);
    for (const reason of Object.keys(REASONS[game])) expect(ruleIn(book, ruleOf(game, reason) ?? '')).toBeDefined();
  }
  expect(ruleOf('mexica', 'roll-first')).toBe('move-1');
  expect(ruleOfEvent('tieqchieq', 'fought')).toBe('battle-2');
  for (const name of ['dreaming', 'constructor', '__proto__', '']) {
    expect(ruleOf('mexica', name)).toBeUndefined();
    expect(ruleOf(name, 'roll-first')).toBeUndefined();
    expect(ruleOfEvent('mexica', name)).toBeUndefined();
  }
});

test('a book is found by the name of its game or of an edition', () => {
  expect(rulebookNamed(english, 'mexica')).toMatchObject({ game: 'mexica', edition: 'mexica' });
  expect(rulebookNamed(english, 'flower-war-early')).toMatchObject({ game: 'mexica', edition: 'flower-war-early' });
  expect(rulebookNamed(english, 'patolli')).toBeUndefined();
  expect(rulebook(english, 'mexica', 'no-such-edition').edition).toBe('mexica');
});
