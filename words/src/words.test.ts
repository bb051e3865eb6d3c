import { CODES, type Code } from '@flower-war/protocol';
import { GAMES, type OptionSpec, type OptionValue } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, spanish, wordsFor } from './all.ts';
import { byLevel, english, FURTHER, loadWords } from './index.ts';
import { RESERVED } from './reserved.ts';

/** A capital, and a full stop at the end; no name that only programs know. */
const SENTENCE = /^[A-ZÁÉÍÓÚ¿¡].*[.!?]$/;
const INTERNAL = /[a-z][A-Z]|[a-z]-[a-z]+-|\bundefined\b|\[object|\bnull\b|_/;

function valuesOf(spec: OptionSpec): readonly OptionValue[] {
  if (spec.type === 'flag') return [true, false];
  return spec.type === 'integer' ? [spec.min, spec.default, spec.max] : spec.values;
}

const OPTIONS = [...GAMES].flatMap(([game, { game: rules }]) =>
  rules.options.flatMap((spec) => valuesOf(spec).map((value) => ({ game, name: spec.name, value }))),
);

test('each language of the page has reserved names', () => {
  expect(Object.keys(RESERVED)).toEqual([...LANGUAGES.map(({ language }) => language), ...Object.keys(FURTHER)]);
});

describe.each(LANGUAGES)('$language', (words) => {
  test('no player may be called like a bot or a seat', () => {
    const shown = [words.bot('strong').name, words.screen.names.colours[0], words.screen.table.waiting];
    expect(RESERVED[words.language]?.names).toEqual(expect.arrayContaining(shown));
  });

  test('every value of every option is a sentence', () => {
    for (const { game, name, value } of OPTIONS) {
      const told = words.option(game, name, value);
      expect(told.value, `${game} ${name} ${value}`).toMatch(SENTENCE);
      expect(`${told.title} ${told.value}`).not.toMatch(INTERNAL);
      expect(told.title).not.toBe(name);
    }
  });

  test('no two values of an option mean the same', () => {
    const said = OPTIONS.map(({ game, name, value }) => `${game} ${name}: ${words.option(game, name, value).value}`);
    const values = OPTIONS.map(({ game, name, value }) => `${game} ${name}: ${value}`);
    expect(new Set(said).size).toBe(new Set(values).size);
  });

  test('every code is a sentence', () => {
    for (const code of Object.keys(CODES) as Code[]) {
      const told = words.refusal({ code, message: 'of the server' });
      expect(told).toMatch(SENTENCE);
      expect(told).not.toMatch(INTERNAL);
    }
  });

  test('every bot has a name and a level', () => {
    const told = [...GAMES.values()].flatMap(({ bots }) => Object.keys(bots).map((bot) => words.bot(bot)));
    for (const { about } of told) expect(about).toMatch(SENTENCE);
    expect(new Set(told.map(({ level }) => level)).size).toBe(4);
  });

  test('every habit is a sentence', () => {
    for (const [game, { game: rules }] of GAMES) {
      const told = words.habits(game);
      expect(told.map(({ name }) => name)).toEqual(rules.habits?.list.map(({ name }) => name) ?? []);
      for (const { about } of told) expect(about).toMatch(SENTENCE);
    }
    expect(words.habits('no-such-game')).toEqual([]);
  });

  test('the bots of a match have names of their own, the same at every look', () => {
    const seats = (match: string) => Array.from({ length: 6 }, (_, seat) => words.botAt('strong', { match, seat }));
    for (const match of ['m', 'KX2P', '']) expect(new Set(seats(match)).size).toBe(6);
    expect(seats('KX2P')).toEqual(seats('KX2P'));
    expect(seats('KX2P')).not.toEqual(seats('KX2Q'));
    expect(seats('KX2P')[0]).toMatch(/^[A-Z][a-z]+ \([a-zí]+\)$/);
    expect(words.botAt('genius', { match: 'm', seat: 0 })).toMatch(/^[A-Z][a-z]+ \(genius\)$/);
  });

  test('twenty days, each another', () => {
    const days = Array.from({ length: 20 }, (_, index) => words.day(index + 1));
    expect(new Set(days).size).toBe(20);
    expect(days[13]).toBe('Jaguar (Ocelotl)');
    expect(words.day(21)).toBe('21');
  });

  test('what no table has keeps its name', () => {
    const fresh = { code: 'too-clever' as Code, message: 'Of the server.' };
    expect(words.refusal(fresh)).toBe('Of the server.');
    for (const name of ['wings', 'constructor', '__proto__', '']) {
      expect(words.option('mexica', name, 'huge')).toEqual({ title: name, value: 'huge' });
      expect(words.option(name, 'length', true)).toEqual({ title: 'length', value: 'true' });
      expect(words.bot(name).name).toBe(name);
    }
    expect(words.option('mexica', 'length', 'toString').value).toBe('toString');
  });
});

test('bots stand from easy to hard, and those that are new come last', () => {
  expect(byLevel(['strong', 'genius', 'greedy', 'easy'])).toEqual(['easy', 'greedy', 'strong', 'genius']);
  expect(byLevel(['easy', 'greedy', 'strong']).map((bot) => english.bot(bot).level)).toEqual([
    'easy',
    'medium',
    'hard',
  ]);
});

test('a broken rule is told as its game tells it', () => {
  const broken = { code: 'illegal-move', reason: 'choose-first', message: '' } as const;
  expect(english.refusal(broken, 'mexica')).toBe('Answer the question of the card first.');
  expect(spanish.refusal(broken, 'space-aztecs')).toBe('Primero elige una carta de tu montón.');
  expect(english.refusal(broken)).toBe('The rules do not allow this move now. Choose one of the moves in the list.');
  expect(english.refusal({ ...broken, reason: 'no-such-rule' }, 'mexica')).toBe(english.refusal(broken));
  // The cards may be those that the seat deals out.
  expect(english.refusal({ ...broken, reason: 'pick-a-card' }, 'mexica')).not.toContain('hand');
});

test('a takeback that is refused says why', () => {
  const refused = { code: 'cannot-agree', reason: 'nothing-to-take-back', message: '' } as const;
  expect(english.refusal(refused)).toMatch(/^None of your moves can be taken back now/);
  expect(spanish.refusal(refused, 'mexica')).toMatch(/^Ahora no se puede deshacer ninguna jugada tuya/);
  expect(english.refusal({ ...refused, reason: 'undone-too-often' })).toContain('as many moves as you may');
  expect(english.refusal({ ...refused, reason: 'offer-open' })).toContain('Look at the offer');
});

test('a tournament says why it refuses, and a name why it is not taken', () => {
  const refused = { code: 'tournament-refused', message: '' } as const;
  expect(english.refusal({ ...refused, reason: 'ended' })).toBe(
    'The tournament is over. Look at its table, or enter another one.',
  );
  expect(spanish.refusal({ ...refused, reason: 'full' })).toContain('todos los jugadores');
  expect(english.refusal({ ...refused, reason: 'of-a-newer-server' })).toBe(english.refusal(refused));
  const named = (code: 'bad-request' | 'name-refused', reason: string) =>
    english.refusal({ code, reason, message: '' });
  expect(named('name-refused', 'named-at-home')).toMatch(/^You come from another host/);
  expect(named('bad-request', 'name')).toMatch(/^This name is not allowed here/);
  expect(named('bad-request', 'table')).toMatch(/^The server did not understand this/);
});

test('numbers have their plurals', () => {
  expect(english.option('mexica', 'tonantzinCost', 1).value).toBe('An offering to Tonantzin costs 1 token.');
  expect(spanish.option('mexica', 'tonantzinCost', 7).value).toBe('Una ofrenda a Tonantzin cuesta 7 fichas.');
});

test('a locale finds its language, and any other gets English', () => {
  expect(['es', 'es-MX', 'es_ES.UTF-8', 'ES'].map((locale) => wordsFor(locale))).toEqual(Array(4).fill(spanish));
  expect(['en-GB', 'C', '', 'nah'].map((locale) => wordsFor(locale))).toEqual(Array(4).fill(english));
});

test.each([
  [
    'C01',
    { cipactliMany: true },
    'With the Crocodile, a player may attack each other player once in a turn, however far away.',
  ],
  ['C10', { dog: 'all' }, 'The Dog cancels all other omens. If there is none, flood and invasion do not come.'],
  ['C10', { apocFlavor: 'off' }, 'The player who took this disc cancels one other omen.'],
  ['C10', { dog: 'all', apocFlavor: 'off' }, 'The Dog cancels all other omens.'],
  [
    'C13',
    { acatlNoDraw: true },
    'In an offering, players may give a card in place of a skull. A card that is offered under the Reed draws no card.',
  ],
  ['C17', { olin: 'last' }, 'A player moves twice, and only the second move counts.'],
  ['C20', { xochitl: 'none' }, 'The Flower changes no rule.'],
  ['C20', { xochitl: 'bothLose1' }, 'Both players lose 1 skull to the day after a battle.'],
  ['K01', { weekBonuses: 'off' }, 'Each other player who comes to Crocodile (Cipactli) pays you 1 token.'],
] as const)('%s under %j does what the option says', async (id, options, text) => {
  const game = id.startsWith('C') ? 'flower-war' : 'mexica';
  const rules = GAMES.get(game)?.game;
  const [card] = (rules?.cards ?? []).filter((one) => one.id === id);
  if (card === undefined) throw new Error(`there is no ${id}`);
  expect(english.card(game, card, options).text).toBe(text);
  const usual = Object.fromEntries((rules?.options ?? []).map((spec) => [spec.name, spec.default]));
  for (const words of [...LANGUAGES, await loadWords('de')]) {
    expect(words.card(game, card, usual)).toEqual(words.card(game, card));
    expect(words.card(game, card, options).text).not.toBe(words.card(game, card).text);
  }
});

const OWNER = 'Traps and lingering cards also work on the player who laid them.';

test.each([
  ['mexica', 'WEA', { victoryCardsPublic: false }, 'Victory cards stay hidden.'],
  ['mexica', 'WEA', { victoryCardsPublic: true }, 'It lies face up in front of you.'],
  [
    'flower-war',
    'R12',
    { trapsHitOwner: true },
    `Lay it on the day where you stand: it works until a card covers it. ${OWNER}`,
  ],
  // A tribe does not attack itself.
  ['flower-war', 'W12', { trapsHitOwner: true }, usualOf('W12')],
  ['flower-war', 'R12', { trapsHitOwner: false }, usualOf('R12')],
] as const)('%s: %s under %j says when it works', async (game, id, options, when) => {
  const card = cardCalled(game, id);
  expect(english.card(game, card, options).when).toBe(when);
  const changes = when !== english.card(game, card).when;
  for (const words of [...LANGUAGES, await loadWords('de')])
    expect(words.card(game, card, options).when !== words.card(game, card).when).toBe(changes);
});

function cardCalled(game: 'flower-war' | 'mexica', id: string) {
  const card = GAMES.get(game)?.game.cards?.find((one) => one.id === id);
  if (card === undefined) throw new Error(`there is no ${id}`);
  return card;
}

function usualOf(id: string): string {
  return english.card('flower-war', cardCalled('flower-war', id)).when;
}
