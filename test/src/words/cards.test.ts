import { readFileSync } from 'node:fs';
import { GAMES } from '@flower-war/rules';
import { LANGUAGES } from '@flower-war/words';
import { describe, expect, test } from 'vitest';
import { CARDS_PAGE, cardsPage } from './cardsPage.ts';

const CARDS = [...GAMES].flatMap(([game, { game: rules }]) => (rules.cards ?? []).map((card) => ({ game, card })));

/** Names and notations that only programs know. */
const INTERNAL = /\b[A-Z]{3,}\b|[a-z][A-Z]|[a-z]-[a-z]+-|_|\bundefined\b|\bNaN\b|\[object|→|>| {2}|\.\.|\bnobody\b/;
const SENTENCES = /^([A-ZÁÉÍÓÚ0-9][^.]*\. ?)+$/;

test('docs/cards.md tells the cards as they are (npm run docs)', () => {
  expect(readFileSync(CARDS_PAGE, 'utf8')).toBe(cardsPage());
});

describe.each(LANGUAGES)('$language', (words) => {
  test('every card has a title, a deck, a moment and sentences', () => {
    for (const { game, card } of CARDS) {
      const { title, deck, when, text } = words.card(game, card);
      for (const told of [when, text]) expect(told, `${game} ${card.id}`).toMatch(SENTENCES);
      expect(`${title} ${deck} ${when} ${text}`, `${game} ${card.id}`).not.toMatch(INTERNAL);
      expect(text).not.toBe(card.text);
      expect(deck).not.toBe('');
    }
  });

  test('cards that do the same say the same, and all others something else', () => {
    for (const [game, { game: rules }] of GAMES) {
      const told = new Map<string, string>();
      for (const card of rules.cards ?? []) {
        const does = JSON.stringify([card.timing, card.deck, card.face]);
        const { when, text } = words.card(game, card);
        const says = `${words.card(game, card).deck} ${when} ${text}`;
        const other = told.get(says);
        if (other !== undefined) expect(withoutName(other)).toBe(withoutName(does));
        told.set(says, does);
      }
    }
  });

  test('a card that a newer server invents keeps its title and its notation', () => {
    const [card] = CARDS.map(({ card: one }) => one);
    if (card === undefined) throw new Error('there are cards');
    const fresh = { ...card, id: 'Z99', title: 'Comet', face: { kind: 'card', effects: [{ kind: 'comet', n: 1 }] } };
    expect(words.card('mexica', fresh).text).toBe(card.text);
    expect(words.card('patolli', fresh)).toMatchObject({ title: 'Comet', text: card.text });
  });
});

/** The name of a day card says nothing about what it does. Two discs of one omen differ in their day alone. */
const withoutName = (does: string): string => does.replace(/,"day":\d+|"day":\d+,|,"number":\d+/g, '');

test('an old server sends no face, so that the notation stands', () => {
  const [first] = CARDS;
  if (first === undefined) throw new Error('there are cards');
  const { face: _, ...old } = first.card;
  for (const words of LANGUAGES) expect(words.card(first.game, old as never).text).toBe(first.card.text);
});

test('in the other languages no title is English', () => {
  for (const words of LANGUAGES.slice(1))
    for (const { game, card } of CARDS)
      if (!SAME.includes(card.title)) expect(words.card(game, card).title).not.toBe(card.title);
});

/** Words that both languages have. */
const SAME = ['Quetzal', 'Armadillo', 'Noble', 'Animal'];
