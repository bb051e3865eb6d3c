/**
 * What the measured figures must reach. A goal without a peer has a limit in its own unit; every other is a ratio to a
 * peer in the same run.
 */
import type { Ref } from './measures.ts';

export const GROUPS = [
  'rules',
  'moves',
  'games',
  'journal',
  'pace',
  'joins',
  'coming-back',
  'idle',
  'memory',
  'install',
  'opening',
  'beads',
  'bytes',
] as const;
export type Group = (typeof GROUPS)[number];

/** What must be reached, and what would be better still. */
type Limits = readonly [must: number, stretch: number];

interface AnyGoal {
  /** With which it is measured alone. */
  readonly group: Group;
  readonly what: string;
  /** A figure, or what one figure has more than another. */
  readonly ours: Ref | { readonly of: Ref; readonly less: Ref };
  readonly peer?: { readonly name: string; readonly value: Ref };
  readonly about: string;
}

type GoalRow = AnyGoal & ({ readonly atLeast: Limits } | { readonly atMost: Limits });
export type Goal = GoalRow & { readonly id: string };

/** By an id that stays, because docs/performance.json keeps it. */
const BY_ID: Readonly<Record<string, GoalRow>> = {
  'rules-chessops': {
    group: 'rules',
    what: 'list the legal moves and play one: moves/s, the slowest of our games',
    ours: 'rules/ours/listed',
    peer: { name: 'chessops', value: 'rules/chessops/listed' },
    atLeast: [1, 1.5],
    about:
      'Random matches with the usual number of seats, beside random chess. `npm run do -- bench-rules` tells it for each game.',
  },
  'rules-boardgame-io': {
    group: 'rules',
    what: 'judge a move and play it: moves/s, the slowest of our games',
    ours: 'rules/ours/judged',
    peer: { name: 'reducer of boardgame.io', value: 'rules/boardgame.io/judged' },
    atLeast: [10, 20],
    about: 'Whole matches with known moves. The reducer plays noughts and crosses, the smallest game there is.',
  },
  'moves-bare': {
    group: 'moves',
    what: 'moves per second of the server’s processor, 50 matches',
    ours: 'moves/ours/movesPerCpuSecond',
    peer: { name: 'bare room', value: 'moves/bare/movesPerCpuSecond' },
    atLeast: [0.7, 0.9],
    about:
      'The server judges a move, applies it, hashes it, shows it to each viewer, and answers it; a bare room only shows it.',
  },
  'moves-boardgame-io': {
    group: 'moves',
    what: 'moves per second of the server’s processor, 50 matches',
    ours: 'moves/ours/movesPerCpuSecond',
    peer: { name: 'boardgame.io', value: 'moves/boardgame.io/movesPerCpuSecond' },
    atLeast: [3, 4],
    about: 'boardgame.io also has rules, views and a log; it sends the whole state with each move.',
  },
  'delay-p50': {
    group: 'moves',
    what: 'one match alone: median time until the answer and both views, ms',
    ours: 'moves/ours/p50',
    peer: { name: 'ws', value: 'moves/ws/p50' },
    atMost: [1.15, 1.05],
    about: 'The peer is the leanest server: raw `ws` and JSON written by hand.',
  },
  'delay-p99': {
    group: 'moves',
    what: 'one match alone: p99 of the same, ms',
    ours: 'moves/ours/p99',
    peer: { name: 'ws', value: 'moves/ws/p99' },
    atMost: [1.3, 1.1],
    about: 'The slowest hundredth is where garbage is collected.',
  },
  'disk-bare': {
    group: 'journal',
    what: 'moves per second of the server’s processor, 50 matches, on disk',
    ours: 'moves/ours on disk/movesPerCpuSecond',
    peer: { name: 'bare room', value: 'moves/bare/movesPerCpuSecond' },
    atLeast: [0.6, 0.9],
    about: 'A move is accepted only when it is durable. The processor time of the thread with the database counts.',
  },
  journal: {
    group: 'journal',
    what: 'the same, compared with our server in memory',
    ours: 'moves/ours on disk/movesPerCpuSecond',
    peer: { name: 'in memory', value: 'moves/ours/movesPerCpuSecond' },
    atLeast: [0.85, 0.92],
    about: 'What the journal leaves of the speed in memory.',
  },
  durable: {
    group: 'journal',
    what: 'one match alone: what the journal adds to the median time, ms',
    ours: { of: 'moves/ours on disk/p50', less: 'moves/ours/p50' },
    peer: { name: 'one fdatasync', value: 'moves/ours on disk/sync' },
    atMost: [5, 3],
    about: 'The sync is of a file of 4 KB on the same disk, just after the moves.',
  },
  pace: {
    group: 'pace',
    what: '1000 matches with a move every 2 s each: p99, ms',
    ours: 'pace/ours/p99',
    peer: { name: 'bare room with heartbeats', value: 'pace/bare with heartbeats/p99' },
    atMost: [0.25, 0.1],
    about: 'Colyseus sends heartbeats to all clients in one loop every 3 seconds; ours are spread over time.',
  },
  players: {
    group: 'pace',
    what: 'players at this pace with a p99 below 50 ms',
    ours: 'crowd/ours/players',
    atLeast: [2000, 5000],
    about: 'Tried are 5000, 2000 and 1000. The clients are one process on another core.',
  },
  joins: {
    group: 'joins',
    what: 'people who take a seat per second of the server’s processor',
    ours: 'joins/ours/perCpuSecond',
    peer: { name: 'bare room', value: 'joins/bare/perCpuSecond' },
    atLeast: [1, 2],
    about: 'From the request for a seat over HTTP to the shown board. People and matches were made before.',
  },
  'back-warm': {
    group: 'coming-back',
    what: 'processor time of the server for each person who comes back, warm, ms',
    ours: 'return/ours/warm',
    atMost: [0.5, 0.3],
    about: 'All people of some hundred matches of Flower War lose their connection, and call `connect`.',
  },
  'back-cold': {
    group: 'coming-back',
    what: 'the same just after a start, ms',
    ours: 'return/ours/afterStart',
    atMost: [1.5, 1],
    about: 'Node has compiled nothing yet, and each match is opened from its record.',
  },
  idle: {
    group: 'idle',
    what: '1000 idle matches of two: % of a core',
    ours: 'idle/real/cpu',
    peer: { name: 'Colyseus’ default room', value: 'idle/default/cpu' },
    atMost: [0.1, 0.03],
    about:
      'The default room wakes 20 times a second and the bare room once. Our room has no timer and only answers heartbeats every 25 seconds.',
  },
  'memory-idle': {
    group: 'memory',
    what: '1000 idle matches of two: resident MB',
    ours: 'idle/real/rss',
    peer: { name: 'bare room', value: 'idle/bare/rss' },
    atMost: [1.2, 0.85],
    about:
      'Ours are whole matches of Flower War with their players, sessions and records on disk; each other room holds only 49 numbers. What the first matches load and compile is not counted.',
  },
  'start-server': {
    group: 'memory',
    what: '`npm start` and a first match: resident MB of the server',
    ours: 'start/ours/server',
    atMost: [256, 160],
    about:
      'The peak of the process. Node takes 44 MB before it runs any code, and the thread of the database some 30 MB.',
  },
  'start-all': {
    group: 'memory',
    what: '`npm start` and a first match: resident MB of all processes',
    ours: 'start/ours/all',
    atMost: [300, 250],
    about:
      'Launcher, server, and the broker with the bridge, without npm. Pages that they share are counted once for each.',
  },
  'start-seconds': {
    group: 'memory',
    what: '`npm start` until a first match with a bot is over, s',
    ours: 'start/ours/seconds',
    atMost: [60, 20],
    about: 'The person of the bench and the bot think for no time.',
  },
  'install-seconds': {
    group: 'install',
    what: 'from an empty folder: install `flower-war`, start it, and a first match with a bot, s',
    ours: 'install/ours/seconds',
    atMost: [20, 10],
    about: 'From its file, with nothing to fetch. The page is in the package, so that a first start builds nothing.',
  },
  'install-ready': {
    group: 'install',
    what: '`flower-war start` until it is ready, the first time, s',
    ours: 'install/ours/ready',
    atMost: [1.5, 1],
    about: 'Until server and broker take players and temples.',
  },
  'install-all': {
    group: 'install',
    what: '`flower-war start` and a first match: resident MB of all processes',
    ours: 'install/ours/all',
    atMost: [300, 250],
    about: 'As for `npm start`.',
  },
  'install-size': {
    group: 'install',
    what: 'the installed folder, without Node, MB',
    ours: 'install/ours/installed',
    atMost: [60, 20],
    about: 'Everything is bundled: the package needs no other.',
  },
  'install-packed': {
    group: 'install',
    what: 'the file of the package, MB',
    ours: 'install/ours/packed',
    atMost: [10, 5],
    about: 'What a host fetches.',
  },
  opening: {
    group: 'opening',
    what: 'open 1000 running matches of 50 entries after `kill -9`, s',
    ours: 'opening/ours/seconds',
    atMost: [5, 2],
    about:
      'From the start of the process until each record is read, checked and folded, and the outage is noted on disk.',
  },
  beads: {
    group: 'beads',
    what: 'from a bead to its ledger, ms',
    ours: 'beads/ours/slowest',
    peer: { name: 'message there and back + fdatasync', value: 'beads/ours/floor' },
    atMost: [3, 1.5],
    about:
      'A bead passes from the device to the broker, the bridge and the server with its data on disk, and back. The slower of a bead that waits and one that makes an offering.',
  },
  'bytes-down': {
    group: 'bytes',
    what: 'bytes of a move to each player',
    ours: 'moves/ours/down',
    atMost: [32, 16],
    about: 'Payload of the frames without answers. The seat to move also gets its legal moves.',
  },
  'bytes-up': {
    group: 'bytes',
    what: 'bytes of a move from its player',
    ours: 'moves/ours/up',
    atMost: [16, 10],
    about: 'Payload of the request.',
  },
};

type BenchGame = 'tieqchieq' | 'mexica' | 'flower-war' | 'space-aztecs';

/** A game beside the room that a user would write for it. */
function besideUsual(game: BenchGame): Readonly<Record<string, GoalRow>> {
  const peer = { name: 'usual room', value: `games/${game}/usual` } as const;
  const what = `${game}: moves per second of the server’s processor, 20 tables`;
  return {
    [`${game}-memory`]: {
      group: 'games',
      what,
      ours: `games/${game}/memory`,
      peer,
      atLeast: [1, 1.5],
      about:
        'The usual room has the same rules, views and legal moves, and neither record, hash nor proof of the dice.',
    },
    [`${game}-disk`]: {
      group: 'games',
      what: `${what}, on disk`,
      ours: `games/${game}/disk`,
      peer,
      atLeast: [0.8, 1.2],
      about: 'The same, where a move is accepted only when it is durable.',
    },
  };
}

const OF_GAMES: Readonly<Record<string, GoalRow>> = {
  ...besideUsual('tieqchieq'),
  ...besideUsual('mexica'),
  ...besideUsual('flower-war'),
  ...besideUsual('space-aztecs'),
  'flower-war-board': {
    group: 'games',
    what: 'flower-war: the same, compared with the game of the bench',
    ours: 'games/flower-war/memory',
    peer: { name: 'our board of 49 numbers', value: 'moves/ours/movesPerCpuSecond' },
    atLeast: [0.4, 0.55],
    about: 'How much of a move is the game: four seats, hidden hands, and a legal move among many.',
  },
  'flower-war-cold': {
    group: 'games',
    what: 'flower-war: processor time of the moves 200 to 2000 after a start, us',
    ours: 'games/flower-war/cold',
    peer: { name: 'warm', value: 'games/flower-war/warm' },
    atMost: [1.6, 1.3],
    about: 'Most hosts see no other moves: fifty players need hours until Node has compiled all that a move uses.',
  },
  'flower-war-p50': {
    group: 'games',
    what: 'flower-war: one table alone, median time until the answer, ms',
    ours: 'games/flower-war/p50',
    peer: { name: 'usual room', value: 'games/flower-war/usualP50' },
    atMost: [1.4, 1.15],
    about: 'Four seats that play by the SDK, one move after the other.',
  },
  'flower-war-p99': {
    group: 'games',
    what: 'flower-war: p99 of the same, ms',
    ours: 'games/flower-war/p99',
    peer: { name: 'usual room', value: 'games/flower-war/usualP99' },
    atMost: [1.5, 1.2],
    about: 'Here garbage is collected, and matches end and begin.',
  },
  'flower-war-written': {
    group: 'games',
    what: 'flower-war: bytes on the disk for a move, 20 tables',
    ours: 'games/flower-war/written',
    atMost: [1000, 500],
    about: 'As the system counts them for the process. A line of the record has some 275 bytes.',
  },
  'flower-war-written-alone': {
    group: 'games',
    what: 'flower-war: the same, one table alone',
    ours: 'games/flower-war/writtenAlone',
    atMost: [4500, 4200],
    about: 'Each move has a sync of its own, and the disk writes whole pages.',
  },
};

export const GOALS: readonly Goal[] = Object.entries({ ...BY_ID, ...OF_GAMES }).map(([id, goal]) => ({ id, ...goal }));

/** All figures that a goal is made of. */
export function refsOf({ ours, peer }: Goal): readonly Ref[] {
  const own = typeof ours === 'string' ? [ours] : [ours.of, ours.less];
  return peer === undefined ? own : [...own, peer.value];
}
