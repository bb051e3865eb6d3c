/** Every picture that a table asks for lies on its sheet, painted with colours that the page declares. */
import { globSync, readFileSync } from 'node:fs';
import { GAMES } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { cardPicture, dayPicture, emblemOf } from './Art.tsx';

const sheet = (name: string): string => readFileSync(new URL(`${name}.svg`, import.meta.url), 'utf8');
const SHEETS = new Map(['days', 'ring', 'aztecs', 'walk'].map((name) => [name, sheet(name)]));

const namesOn = (text: string): readonly string[] =>
  [...text.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id = '']) => id);
const ALL = new Set([...SHEETS].flatMap(([name, text]) => namesOn(text).map((id) => `${name}#${id}`)));

const CARDS = [...GAMES.values()].flatMap(({ game }) => game.cards ?? []);

test('each card of each game has a picture', () => {
  expect(CARDS.length).toBeGreaterThan(200);
  for (const card of CARDS) expect(ALL, `${card.id}: ${emblemOf(card)}`).toContain(emblemOf(card));
});

test('cards that do different things look different', () => {
  const ring = CARDS.filter(({ id }) => /^[WRD]\d/.test(id)).map(emblemOf);
  for (const picture of ['skulls', 'foot', 'club', 'hand', 'codex', 'heart']) expect(ring).toContain(`ring#${picture}`);
  const most = Math.max(...[...new Set(ring)].map((one) => ring.filter((other) => other === one).length));
  expect(most).toBeLessThan(ring.length / 2);
});

test('a land, a disc and a week show their day; a card of a newer server shows something', () => {
  expect(['L02W', 'C14', 'K20'].map((id) => emblemOf({ id }))).toEqual(['days#day2', 'days#day14', 'days#day20']);
  expect(ALL).toContain(emblemOf({ id: 'Z1', face: { kind: 'card', effects: [{ kind: 'sneeze' }] } }));
  expect(ALL).toContain(emblemOf({ id: 'Z2' }));
  expect(ALL).toContain(cardPicture('sneezer'));
});

test('each day has a sign', () => {
  const signs = Array.from({ length: 20 }, (_, index) => dayPicture(index + 1));
  for (const sign of signs) expect(ALL).toContain(sign);
});

const TABLES = globSync('**/*.tsx', { cwd: new URL('..', import.meta.url) }).map((file) =>
  readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'),
);

test('what the tables name is there', () => {
  const named = TABLES.flatMap((text) => [...text.matchAll(/['"`]((?:days|ring|aztecs|walk)#[\w-]+)['"`]/g)]);
  expect(named.length).toBeGreaterThan(15);
  for (const [, picture] of named) expect(ALL).toContain(picture);
  for (const compass of ['east', 'north', 'west', 'south', 'center', 'zenith'])
    expect(ALL).toContain(`ring#shield-${compass}`);
  for (const pile of [1, 2, 3, 4, 5, 6, 7, 8]) expect(ALL).toContain(`aztecs#place${pile}`);
});

test('every paint is declared', () => {
  const declared = readFileSync(new URL('../palette.css', import.meta.url), 'utf8');
  const own = ['side']; // tables.css
  for (const [name, text] of SHEETS) {
    const paints = new Set([...text.matchAll(/var\(--([\w-]+)\)/g)].map(([, paint = '']) => paint));
    expect(paints.size, name).toBeGreaterThan(5);
    for (const paint of paints) if (!own.includes(paint)) expect(declared, `${name} ${paint}`).toContain(`--${paint}:`);
  }
});
