/** The loads that there are, and what each needs. */
import type { Awaited, Load, LoadName } from './load.ts';

export const MOVE: Awaited = { time: 'move', tells: 'From a move until all players have seen it' };
const JOIN: Awaited = { time: 'join', tells: 'From the first request until a player has the table' };

/** A match gets a move every two seconds or so. */
const HUMAN_MS = [1000, 3000] as const;
/** The server looks for due matches every five seconds. */
export const MOST_WAKE_MS = 7000;
/** A person who drops a bead sees its light without a delay that one would notice. */
const MOST_BEAD_MS = 250;
/** In ten minutes a player claims at most 30 temples, and makes at most 30 matches. Some are for when a match ends. */
export const MOST_TEMPLES_OF_A_PLAYER = 25;
const AT_A_TABLE = { seats: 4, playersPerUser: 40 } as const;

export const loadOf: Readonly<Record<LoadName, Load>> = {
  human: {
    tells: 'whole matches of four at the pace of people, who think 1 to 3 seconds before each move',
    players: 2000,
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 50 },
    against: 'real',
    settings: {},
    isObserved: true,
  },
  flat: {
    tells: 'whole matches of four in which every player moves as soon as it may',
    players: 80,
    plan: { ...AT_A_TABLE, thinkMs: [0, 0], mostP99Ms: 1000 },
    // No person moves as often, so the limits on requests of persons do not fit.
    against: 'real',
    settings: { LIMITS: '0', MESSAGES_PER_SECOND: '100000' },
  },
  lobby: {
    tells: 'a lobby rush: within a second all look at the list of matches, and open one or choose one',
    players: 400,
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 5000 },
    against: 'real',
    settings: {},
    awaited: JOIN,
  },
  quick: {
    tells: 'quick play: within a second all ask for a seat in any match',
    players: 400,
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 2000 },
    against: 'real',
    settings: {},
    awaited: JOIN,
  },
  storm: {
    tells: 'a reconnect storm: people play, all their sockets are cut at once, and all come back',
    players: 2000,
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 5000 },
    against: 'real',
    settings: {},
    awaited: { time: 'crowd back', tells: 'From the cut until a player has the whole table again' },
    isObserved: true,
    leastSeconds: 20,
  },
  watch: {
    tells: 'one match of four that all others watch',
    players: 2000,
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 500 },
    against: 'real',
    settings: {},
    awaited: { time: 'watch', tells: 'From a move until all spectators have seen it' },
  },
  mix: {
    tells: 'of five people three play on, while one comes by quick play and one through the lobby, all within a second',
    players: 1000,
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 50 },
    against: 'real',
    settings: {},
  },
  wake: {
    tells:
      'matches by correspondence sleep on the disk, and the clock of one in a hundred runs out, while others play on',
    players: 40,
    script: 'human',
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 50 },
    against: 'real',
    settings: {},
    beside: 'sleepers',
    matches: 100_000,
    mostMs: { wake: MOST_WAKE_MS },
  },
  temples: {
    tells:
      'a bead falls into each temple every 4 to 12 seconds, while a few people play the matches for which they count',
    players: 40,
    plan: { seats: 2, playersPerUser: 1, thinkMs: HUMAN_MS, mostP99Ms: MOST_BEAD_MS },
    against: 'real',
    // A bead of the seat whose turn it is waits while a hidden window waits for a bot. That is no time of the server.
    settings: { BOT_DELAY_MS: '0' },
    driven: { mostP99Ms: { bead: MOST_BEAD_MS }, mustHappen: ['beads', 'moves'] },
    temples: 500,
  },
  plain: {
    tells:
      'whole matches of four at the pace of people by the plain door: each player reads a stream, and sends a request for each move',
    players: 400,
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 50 },
    against: 'real',
    settings: {},
    driven: { mostP99Ms: { move: 50, answer: 50 }, mustHappen: ['moves'] },
  },
  calibrate: {
    tells:
      'the players of human against a program that only answers: what k6, the sockets and the machine need by themselves',
    players: 2000,
    script: 'human',
    plan: { ...AT_A_TABLE, thinkMs: HUMAN_MS, mostP99Ms: 50 },
    against: 'answerer',
    settings: {},
    isObserved: true,
  },
};

/** The program that plays, as people call it. */
export const clientOf = (load: LoadName): 'k6' | 'the driver' =>
  loadOf[load].driven === undefined ? 'k6' : 'the driver';
