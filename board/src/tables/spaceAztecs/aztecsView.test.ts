import { wordsFor } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import type { CardWords } from '../../moves/cardWords.ts';
import { aboutThing } from '../aboutThing.ts';
import { type AztecsView, cardLabel, citiesFrom, lookOf, openCards, pileLabel } from './aztecsView.ts';

const NONE = { pile: 0, time: '', visible: [], temples: [], codices: [], saucers: [], score: 0, here: true };
const VIEW = {
  phase: 'choosing',
  piles: [
    { name: 'Ball Court', size: 1, cards: [] },
    { name: 'New Place', size: 0, cards: [] },
  ],
  cities: [
    { ...NONE, pile: 1, time: '14:40', score: 1, visible: ['P-A01'], temples: [{ card: 'Y-T1', aztecs: ['Y-A01'] }] },
    { ...NONE, codices: ['X5'], saucers: [{ card: 'P-S1', captured: ['P-A02'] }] },
  ],
  log: [{ cards: ['Y-A03', 'P-A10'], gone: 1 }],
} as unknown as AztecsView;

const jaguar: CardWords = {
  id: 'Y-A03',
  title: 'Jaguar Warrior',
  text: '',
  when: '',
  cost: '',
  suit: 'yellow',
  emblem: 'days#day14',
  price: 0,
  sign: 'jaguar',
  points: 0,
  timing: '05:20',
};
const speech = { name: (seat: number) => `City ${seat + 1}`, cards: new Map([['Y-A03', jaguar]]) };
const telling = { words: wordsFor('en'), speech };
const inSpanish = { ...telling, words: wordsFor('es') };

test('a pile says its place, its cards and its holder', () => {
  expect(pileLabel(VIEW, 1, telling)).toBe('1 Ball Court: 1 card, City 1 holds it');
  expect(pileLabel(VIEW, 1, inSpanish)).toMatch(/^1 .*: 1 carta, lo tiene City 1$/);
  expect(pileLabel(VIEW, 2, telling)).toBe('2 New Place: no cards');
});

test('a tap on a pile tells what the player left there', () => {
  const told = aboutThing({ game: 'space-aztecs', view: VIEW, seat: 0 }, 'pile:1', telling);
  expect(told.lines).toEqual(['You left there: Jaguar Warrior, P-A10. Gone of these: 1.']);
});

test('a seat says its points, and what it holds', () => {
  const figures = (seat: number) =>
    aboutThing({ game: 'space-aztecs', view: VIEW, seat: 0 }, `seat:${seat}`, telling).lines;
  expect(figures(0)).toEqual(['1 point · pile 1 · 14:40']);
  expect(figures(1)).toEqual(['0 points']);
});

test('a card says its colour in a word', () => {
  expect(cardLabel('Y-A03', '', telling)).toBe('Jaguar Warrior, yellow, 05:20');
  expect(cardLabel('X5', 'codex', inSpanish)).toBe('X5, códice, codex');
});

test('a card that the page does not know yet is drawn by its id', () => {
  expect(lookOf('Y-A03', speech.cards)).toEqual({ colour: 'Y', sign: 'jaguar', points: 0 });
  expect(lookOf('G-T2', new Map())).toEqual({ colour: 'G', sign: 'temple', points: 0 });
  expect(lookOf('X5', new Map())).toEqual({ colour: 'X', sign: 'codex', points: 0 });
});

test('every open card has its place, and the viewer’s own city comes first', () => {
  expect(Object.fromEntries(openCards(VIEW))).toEqual({
    'P-A01': 'city:0',
    'Y-T1': 'city:0',
    'Y-A01': 'card:Y-T1',
    X5: 'city:1',
    'P-S1': 'city:1',
    'P-A02': 'card:P-S1',
  });
  expect(citiesFrom(VIEW, 1)).toEqual([1, 0]);
  expect(citiesFrom(VIEW)).toEqual([0, 1]);
});
