/** Examples of games, matches and the past. */
import { ANA, BEN, COMMITMENT, ENDED_MATCH, MATCH, MINUTE, NOW } from './values.ts';

const table = {
  visibility: 'public',
  watching: 'open',
  watchDelaySeconds: 60,
  reactSeconds: 20,
  reactDelaySeconds: 0,
  clock: { kind: 'bank', seconds: 600, increment: 5 },
  absence: 'casual',
  talk: 'free',
  approval: false,
  fillSeconds: 0,
  rated: true,
};

export const playBodyExamples = {
  create: {
    game: 'tieqchieq',
    options: { turnCap: 400 },
    seats: 2,
    table: { clock: { kind: 'bank', seconds: 600, increment: 5 }, rated: false },
    bots: [{ bot: 'greedy', seat: 1 }],
  },
  sit: { commitment: COMMITMENT, contribution: '3a20b9ea0631a4b385691ec6322c3642', seat: 0 },
  watch: { code: 'K7QX' },
  bot: { bot: 'greedy', seat: 1 },
  continue: { seq: 3, table: { watching: 'off' }, bots: [{ bot: 'random' }] },
  lobby: { game: 'flower-war', status: 'open', free: 1 },
  quick: { game: 'flower-war', seats: 4, clock: 'turn' },
  admission: { player: BEN.player },
  remove: { seat: 1 },
};

const options = {
  board: 'S7',
  surcharge: 'exact',
  plusFree: true,
  mayPass: false,
  stacking: false,
  startPlayer: 'random',
  turnCap: 400,
};
const match = {
  match: MATCH,
  game: 'tieqchieq',
  rulesVersion: 1,
  preset: 'tieqchieq',
  options,
  status: 'open',
  seats: [
    { seat: 0, kind: 'free', name: '', called: 'RED', present: false },
    { seat: 1, kind: 'bot', name: 'greedy', called: 'YELLOW', present: true },
  ],
  table,
  host: ANA.player,
  commitment: COMMITMENT,
  createdAt: NOW,
  link: 'https://play.example.org/?match=GV7GJP3W',
};
const result = {
  result: 'win',
  winners: [0],
  standings: [
    { seat: 0, place: 1, score: 6, breakdown: { home: 6 } },
    { seat: 1, place: 2, score: 3, breakdown: { home: 3 } },
  ],
  reason: 'all-home',
};
const { link: _, ...shown } = match;
const played = { ...shown, match: ENDED_MATCH, status: 'ended', result };
const rating = { rating: 1534, deviation: 182, matches: 3 };
const connection = { name: 'match', sessionId: 'codOaomJf', roomId: MATCH, processId: 'Jzk0T4mr1', protocol: 1 };

export const playAnswerExamples = {
  Catalogue: {
    games: [
      {
        id: 'tieqchieq',
        rulesVersion: 1,
        seats: [2, 2],
        usualSeats: 2,
        presets: [{ id: 'tieqchieq', options: {} }],
        options: [
          { name: 'board', type: 'choice', default: 'S7', values: ['S7', 'S9'] },
          { name: 'mayPass', type: 'flag', default: false },
          { name: 'turnCap', type: 'integer', default: 1000, min: 1, max: 4000, recordMax: 100_000 },
        ],
        bots: ['greedy', 'random', 'strong'],
        seatNames: { 2: ['RED', 'YELLOW'] },
        habits: [{ name: 'toss', pace: 'usual', isForWindows: false }],
      },
    ],
  },
  CardList: {
    game: 'flower-war',
    cards: [
      {
        id: 'flower-war',
        title: 'Flower War',
        deck: 'war',
        timing: 'turn',
        cost: 1,
        text: 'PAY EACH_OTHER→SELF 1',
        face: { kind: 'card', effects: [{ kind: 'pay', from: 'each-other', to: 'self', n: 1 }] },
      },
    ],
  },
  PublishedKeys: {
    keys: [{ kty: 'OKP', crv: 'Ed25519', hex: 'b84f5a0f96488458fb2d046942310060a4ac8d6115c02435836d080f005894da' }],
  },
  MatchSummary: match,
  MatchList: { matches: [shown] },
  Seated: { seat: 0, connection },
  Watching: { connection },
  LegalMoves: {
    match: MATCH,
    step: 8,
    decision: 2,
    moves: [{ move: 'introduce', verb: 'introduce', rule: 'acting', from: 0, to: 3, endsTurn: true }],
  },
  Record: `{"seq":0,"kind":"created","at":${NOW},"format":2,"match":"${ENDED_MATCH}", …\n`,
  History: {
    matches: [{ ...played, seat: 0, place: 1, rating: { before: 1500, after: 1534 } }],
    next: `${NOW}~${ENDED_MATCH}`,
  },
  Profile: {
    ...ANA,
    ratings: [{ ...rating, game: 'tieqchieq', preset: 'tieqchieq', isProvisional: true, at: NOW }],
  },
  Leaderboard: { game: 'tieqchieq', preset: 'tieqchieq', players: [{ ...rating, ...ANA }], next: `1534~${ANA.player}` },
  ReplaySteps: {
    match: ENDED_MATCH,
    steps: [
      { step: 0, seq: 0, at: NOW, kind: 'created', status: 'open', view: {}, events: [] },
      {
        step: 3,
        seq: 3,
        at: NOW + MINUTE,
        kind: 'move',
        seat: 0,
        move: 'toss',
        status: 'running',
        view: { phase: 'moving', roll: 3, tosses: 1 },
        events: [{ kind: 'tossed', seat: 0, roll: 3 }],
      },
    ],
    next: 4,
  },
};
