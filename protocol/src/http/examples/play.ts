/** Examples of games, matches and the past, also by the plain door. */
import { ownBot } from './people.ts';
import { ANA, BEN, COMMITMENT, ENDED_MATCH, MATCH, MINUTE, NOW, TEMPLE, TOURNAMENT } from './story.ts';

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
  decline: { reason: 'later' },
  continue: { seq: 3, table: { watching: 'off' }, bots: [{ bot: 'random' }] },
  lobby: { game: 'flower-war', status: 'open', free: 1 },
  answerPuzzle: { move: 'step' },
  tournament: {
    name: 'Friday cup',
    kind: 'swiss',
    game: 'tieqchieq',
    seats: 2,
    table: { clock: { kind: 'bank', seconds: 300, increment: 5 } },
    startsAt: NOW + 60 * MINUTE,
    checkInMinutes: 10,
    rounds: 5,
  },
  enter: { code: 'K7QX' },
  steer: { to: 'pause' },
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

const listedTournament = {
  tournament: TOURNAMENT,
  name: 'Friday cup',
  kind: 'swiss',
  game: 'tieqchieq',
  preset: 'tieqchieq',
  seats: 2,
  visibility: 'public',
  status: 'running',
  createdAt: NOW - 60 * MINUTE,
  startsAt: NOW - MINUTE,
  entered: 2,
  most: 64,
  by: ANA,
};

const tournament = {
  ...listedTournament,
  version: 6,
  options,
  table,
  checkInMinutes: 10,
  lateEntry: false,
  rounds: 1,
  minutes: 0,
  tieBreaks: ['buchholz', 'sonneborn-berger', 'draw'],
  beganAt: NOW - MINUTE,
  isPaused: false,
  standings: [ANA, BEN].map((one, n) => ({
    ...one,
    rank: n + 1,
    points: 0,
    matches: 0,
    byes: 0,
    tieBreaks: [0, 0],
    state: 'checked-in',
  })),
  round: 1,
  lastRound: 1,
  tables: [{ n: 0, round: 1, match: MATCH, seats: [ANA, BEN].map((one) => ({ ...one, isAbsent: false })) }],
  byes: [],
  mine: { state: 'checked-in', match: MATCH },
};

const challenge = {
  challenge: 'a0a4b3c4-6c9e-4b7b-8c4a-0b7e0a3f6d21',
  from: ANA,
  to: BEN,
  game: 'tieqchieq',
  preset: 'tieqchieq',
  options,
  seats: 2,
  table: { ...table, visibility: 'private' },
  at: NOW,
  endsAt: NOW + 10 * MINUTE,
  state: 'accepted',
  match: MATCH,
  code: 'K7QX',
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

const listedPuzzle = {
  id: 'tieqchieq-102ktx4',
  game: 'tieqchieq',
  preset: 'tieqchieq',
  theme: 'attack',
  rating: 1109,
  deviation: 150,
  answered: 0,
};
const standing = { rating: 1531, deviation: 289, answered: 1 };

const GREEDY = { bot: 'greedy', version: '1' };
const HOMEWARD = { bot: 'homeward', version: '5f0c1a9be27d' };

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
        bots: ['greedy', 'random', 'strong', 'easy', 'homeward'],
        guests: { homeward: '5f0c1a9be27d' },
        seatNames: { 2: ['RED', 'YELLOW'] },
        habits: [{ name: 'toss', pace: 'usual', isForWindows: false }],
      },
    ],
  },
  League: {
    game: 'tieqchieq',
    preset: 'tieqchieq',
    perDay: 100,
    bots: [
      {
        ...GREEDY,
        plays: true,
        matches: 62,
        voided: 0,
        lost: 0,
        account: { value: 1_310_000, within: 140_000 },
        result: { value: 1_290_000, within: 230_000 },
      },
      { ...HOMEWARD, plays: true, matches: 62, voided: 1, lost: 5 },
    ],
    pairs: [{ bots: [GREEDY, HOMEWARD], matches: 62, voided: 1, playedAt: NOW - MINUTE, verdict: 'better' }],
    newest: [
      {
        match: ENDED_MATCH,
        at: NOW - MINUTE,
        bots: [
          { ...HOMEWARD, lost: 1 },
          { ...GREEDY, lost: 0 },
        ],
        state: 'counted',
        result: 0,
        account: 412_000,
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
  Challenge: challenge,
  ChallengeList: { challenges: [challenge] },
  BotWork: { challenges: [challenge], matches: [{ match: MATCH, commitment: COMMITMENT, code: 'GMTHHZNP' }] },
  ReadyBots: {
    bots: [
      {
        player: ownBot.player,
        name: `${ownBot.name} (bot: ${ANA.name})`,
        owner: ANA,
        games: ['tieqchieq'],
        ratings: [{ pool: 'mixed', game: 'tieqchieq', preset: 'tieqchieq', rating: 1534, deviation: 82 }],
      },
    ],
  },
  Tournament: tournament,
  TournamentList: { tournaments: [listedTournament] },
  PuzzleList: { mine: standing, puzzles: [listedPuzzle] },
  AnsweredPuzzle: {
    isRight: true,
    isFirst: true,
    puzzle: { rating: 1098, deviation: 148, answered: 1 },
    mine: standing,
  },
  Puzzle: {
    ...listedPuzzle,
    seat: 0,
    best: ['step'],
    answers: { step: 52, stay: 37 },
    given: { phase: { kind: 'bonus', seat: 0, at: 9 }, tosses: 55 },
  },
  MatchSummary: match,
  MatchList: { matches: [shown] },
  Channel: { match: MATCH },
  Seated: { seat: 0, connection },
  Watching: { connection },
  LegalMoves: {
    match: MATCH,
    step: 8,
    decision: 2,
    moves: [{ move: 'introduce', verb: 'introduce', rule: 'acting', from: 0, to: 3, endsTurn: true }],
  },
  Hint: { match: MATCH, decision: 2, move: 'introduce' },
  AnswersAhead: { answers: [{ move: 'toss' }, { move: '5-8', seen: { kind: 'moved', seat: 1 } }] },
  OpenDataFile: 'bytes of gzip',
  LeagueFeed: '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"></feed>\n',
  Record: `{"seq":0,"kind":"created","at":${NOW},"format":2,"match":"${ENDED_MATCH}", …\n`,
  History: {
    matches: [{ ...played, seat: 0, place: 1, rating: { before: 1500, after: 1534 } }],
    next: `${NOW}~${ENDED_MATCH}`,
  },
  Profile: {
    ...ANA,
    ratings: [{ ...rating, game: 'tieqchieq', preset: 'tieqchieq', isProvisional: true, at: NOW }],
    titles: [
      {
        kind: 'tournament',
        game: 'tieqchieq',
        preset: 'tieqchieq',
        at: NOW,
        tournament: TOURNAMENT,
        name: 'Friday cup',
      },
      { kind: 'season', game: 'tieqchieq', preset: 'tieqchieq', at: NOW - 1000, season: '2026-q3', place: 2 },
    ],
  },
  PlayerLuck: {
    player: ANA.player,
    editions: [
      {
        game: 'tieqchieq',
        preset: 'tieqchieq',
        matches: 24,
        enough: 10,
        luck: { value: 12_000, within: 20_000 },
        own: { value: -34_000, within: 8000 },
        others: { value: 41_000, within: 9000 },
        all: -39_000,
      },
      { game: 'flower-war', preset: 'flower-war', matches: 3, enough: 10 },
    ],
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
  MatchAccount: {
    version: 1,
    preset: 'tieqchieq',
    isUsual: true,
    seats: [
      {
        seat: 0,
        prior: { value: 503_000, within: 0 },
        luck: { value: 639_000, within: 0 },
        skill: { value: -142_000, within: 0 },
        own: { value: -34_000, within: 0 },
        others: { value: 10_000, within: 0 },
        rest: { value: -118_000, within: 0 },
        result: 1_000_000,
        choices: 44,
        judged: 44,
      },
    ],
    moments: [
      { seq: 3, seat: 0, move: 'toss', luck: [46_120, -46_120] },
      { seq: 4, seat: 0, move: 'move S3', skill: [-12_400, 12_400], best: 'move S1' },
    ],
  },
};

// By the plain door.

const id = '3f2b8e5c9d7a4160';

export const plainBodyExamples = {
  act: { id: 4711, decision: 2, move: 'toss' },
  resign: { id },
  asks: { id, what: 'attacks' },
  offer: { id, what: 'pause', minutes: 30 },
  reply: { id, accept: true },
  back: { id },
  beads: { id, said: { what: 'returned', temple: TEMPLE, slot: 'war', n: 2 } },
  say: { id, text: 'Well played.' },
  phrase: { id, phrase: 'well-played' },
  silence: { id, player: BEN.player, is: true },
  habits: { id, keeps: 'usual' },
};

const step = {
  kind: 'step',
  from: 6,
  step: 8,
  table: {},
  view: { phase: 'acting', roll: 3, tosses: 2 },
  events: [{ kind: 'tossed', seat: 0, heads: 3 }],
  legal: ['introduce'],
  decision: 2,
  awaited: true,
};

export const plainAnswerExamples = {
  StreamLine: step,
  Stream: step,
  Heard: { streams: 1 },
  Acted: { kind: 'accepted', step: 8 },
};
