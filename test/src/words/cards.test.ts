import { readFileSync } from 'node:fs';
import { GAMES } from '@flower-war/rules';
import { LANGUAGES } from '@flower-war/words/all';
import { describe, expect, test } from 'vitest';
import { CARDS_PAGE, cardsPage } from './pages.ts';

const CARDS = [...GAMES].flatMap(([game, { game: rules }]) => (rules.cards ?? []).map((card) => ({ game, card })));
const FIRST = CARDS[0]!;

/** Names and notations that only programs know. */
const INTERNAL = /\b[A-Z]{3,}\b|[a-z][A-Z]|[a-z]-[a-z]+-|_|\bundefined\b|\bNaN\b|\[object|→|>| {2}|\.\.|\bnobody\b/;
const SENTENCES = /^([A-ZÁÉÍÓÚ0-9][^.]*\. ?)+$/;
/** Words that both languages have. */
const SAME = ['Quetzal', 'Armadillo', 'Noble', 'Animal'];

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
      if (words !== LANGUAGES[0] && !SAME.includes(card.title))
        expect(title, 'a title in English').not.toBe(card.title);
    }
  });

  test('cards that do the same say the same, and all others something else', () => {
    for (const [game, { game: rules }] of GAMES) {
      const told = new Map<string, string>();
      for (const card of rules.cards ?? []) {
        const does = JSON.stringify([card.timing, card.deck, card.face]);
        const { deck, when, text } = words.card(game, card);
        const says = `${deck} ${when} ${text}`;
        const other = told.get(says);
        if (other !== undefined) expect(withoutName(other)).toBe(withoutName(does));
        told.set(says, does);
      }
    }
  });

  test('a card that a newer server invents keeps its title and its notation, and so does one that an old server tells of', () => {
    const { game, card } = FIRST;
    const fresh = { ...card, id: 'Z99', title: 'Comet', face: { kind: 'card', effects: [{ kind: 'comet', n: 1 }] } };
    expect(words.card('mexica', fresh).text).toBe(card.text);
    expect(words.card('patolli', fresh)).toMatchObject({ title: 'Comet', text: card.text });
    const { face: _, ...old } = card;
    expect(words.card(game, old as never).text).toBe(card.text);
  });
});

/** The name of a day card says nothing about what it does. Two discs of one omen differ in their day alone. */
const withoutName = (does: string): string => does.replace(/,"day":\d+|"day":\d+,|,"number":\d+/g, '');
