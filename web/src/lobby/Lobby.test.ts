import type { PlayedMatch } from '@flower-war/client';
import { english } from '@flower-war/words';
import { wordsFor } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { botLabel } from '../app/language.tsx';
import type { Hosted } from '../app/player.tsx';
import recording from './data/showcase.json' with { type: 'json' };
import { momentsIn, type Recording } from './Showcase.tsx';
import {
  againstBots,
  botsOf,
  editionsIn,
  opponentsOf,
  usualWish,
  wishAfter,
  wishText,
  withFriends,
  withPeople,
} from './wish.ts';

const RING = {
  id: 'flower-war',
  seats: [2, 6],
  bots: ['greedy', 'random', 'strong', 'easy'],
  presets: [{ id: 'flower-war' }, { id: 'flower-war-rules-of-play' }],
  options: [{ name: 'length', type: 'choice', default: 'standard', values: ['standard', 'short'] }],
} as unknown as Hosted;

const MEXICA = { ...RING, id: 'mexica', presets: [{ id: 'mexica' }, { id: 'flower-war-early' }] } as unknown as Hosted;

const OTHER = {
  id: 'new-game',
  seats: [1, 3],
  bots: ['odd'],
  presets: [{ id: 'new-game' }],
  options: [],
} as unknown as Hosted;

const usual = (game: Hosted) => usualWish({ game, preset: String(game.presets[0]?.id) });

test('one tap is a short match against the bot that is easy to beat', () => {
  expect(againstBots(usual(RING))).toEqual({
    game: 'flower-war',
    preset: 'flower-war',
    seats: 2,
    options: { length: 'short' },
    bots: [{ bot: 'easy' }],
    table: { habits: 'usual' },
  });
});

test('a game of a newer server is played with what it has', () => {
  expect(againstBots(usual(OTHER))).toEqual({
    game: 'new-game',
    preset: 'new-game',
    seats: 2,
    options: {},
    bots: [{ bot: 'odd' }],
    table: { habits: 'usual' },
  });
});

test('friends meet at a private table without bots, and people at one of their size and length', () => {
  const wish = { ...usual(RING), opponents: 3 };
  expect(withFriends(wish)).toEqual({
    game: 'flower-war',
    preset: 'flower-war',
    seats: 4,
    options: { length: 'short' },
    table: { habits: 'usual', visibility: 'private' },
  });
  expect(withPeople(wish)).toEqual({ preset: 'flower-war', seats: 4, length: 'short' });
  expect(withPeople(usual(OTHER))).toEqual({ preset: 'new-game', seats: 2 });
});

test('there are as many opponents as the game has seats for', () => {
  expect(opponentsOf(RING)).toEqual([1, 2, 3, 4, 5]);
  expect(opponentsOf(OTHER)).toEqual([1, 2]);
});

test('bots stand from easy to hard, and those of a newer server last', () => {
  expect(botsOf(RING)).toEqual(['easy', 'greedy', 'strong']);
  expect(botsOf({ bots: ['odd', 'strong'] } as unknown as Hosted)).toEqual(['strong', 'odd']);
});

test('a bot that the host brought is called by its name and the version of its file', () => {
  const game = { guests: { homeward: '5f0c1a9be27d' } };
  expect(['strong', 'homeward', 'odd'].map((bot) => botLabel(english, game, bot))).toEqual([
    'hard',
    'homeward · 5f0c1a9be27d',
    'odd',
  ]);
  expect(botLabel(english, {}, 'homeward')).toBe('homeward');
});

test('an edition that people know as a game of its own has a card of its own', () => {
  expect(editionsIn([RING, MEXICA, OTHER]).map(({ preset }) => preset)).toEqual([
    'flower-war',
    'mexica',
    'flower-war-early',
    'new-game',
  ]);
});

const bot = (seat: number) => ({ seat, kind: 'bot', name: 'strong' });
const player = (seat: number) => ({ seat, kind: 'player', name: 'Ana' });

const played = (parts: object): PlayedMatch =>
  ({
    game: 'mexica',
    preset: 'flower-war-early',
    options: { length: 'standard' },
    table: { visibility: 'public' },
    seat: 0,
    seats: [player(0), bot(1), bot(2)],
    ...parts,
  }) as unknown as PlayedMatch;

test('who returns plays the same again: game, length, opponents, and the bot', () => {
  expect(wishAfter([RING, MEXICA], played({}))).toEqual({
    game: MEXICA,
    preset: 'flower-war-early',
    way: 'bots',
    opponents: 2,
    bot: 'strong',
    length: 'standard',
  });
});

test('a match with people is played with people again', () => {
  const seats = [player(0), player(1)];
  expect(wishAfter([MEXICA], played({ seats }))).toMatchObject({ way: 'people', opponents: 1 });
  const table = { visibility: 'private' };
  expect(wishAfter([MEXICA], played({ seats, table }))).toMatchObject({ way: 'friends', opponents: 1, bot: 'easy' });
});

test('the page says what a tap on Play begins', () => {
  const [english, spanish] = [{ words: wordsFor('en') }, { words: wordsFor('es') }];
  const wish = usual(RING);
  expect(wishText(wish, english)).toBe('Flower War · short · against 1 bot, easy');
  expect(wishText({ ...wish, opponents: 3, bot: 'strong' }, spanish)).toBe(
    'Guerra Florida · corta · contra 3 bots, difícil',
  );
  expect(wishText({ ...wish, way: 'friends', opponents: 2 }, english)).toBe('Flower War · short · with 2 friends');
  expect(wishText({ ...usual(OTHER), way: 'people' }, english)).toBe('new-game · with another person here');
  expect(wishText(usual(OTHER), english)).toBe('new-game · against 1 bot, odd');
});

test('what the server no longer has is not wished for', () => {
  expect(wishAfter([RING], played({}))).toBeUndefined();
  expect(wishAfter([MEXICA], played({ preset: 'gone' }))).toBeUndefined();
  expect(wishAfter([MEXICA], played({ options: { length: 'endless' } }))).toMatchObject({ length: 'short' });
});

test('no skull comes or goes while the recorded match plays', () => {
  const moments = momentsIn(recording as unknown as Recording);
  expect(moments.length).toBeGreaterThan(60);
  const counts = moments.map(({ view }) => skullsIn(view as Ring));
  expect(new Set(counts)).toEqual(new Set([counts[0]]));
  expect(moments.at(-1)?.view).toMatchObject({ phase: 'over' });
});

interface Ring {
  readonly days: readonly number[];
  readonly tribes: readonly { readonly skulls: number }[];
  readonly pool: number;
  readonly out: number;
  readonly warLake: number;
  readonly rainLake: number;
}

function skullsIn({ days, tribes, pool, out, warLake, rainLake }: Ring): number {
  const held = tribes.map(({ skulls }) => skulls);
  return [...days, ...held, pool, out, warLake, rainLake].reduce((sum, n) => sum + n, 0);
}
