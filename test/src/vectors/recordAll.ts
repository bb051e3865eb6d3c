/** Records all transcripts, each in its file. */
import type { Running } from '@flower-war/server';
import { testServer } from '../support/server.ts';
import { newPerson } from '../support/sockets/rawClient.ts';
import { loadedGames } from './loadedGames.ts';
import { recordLobby } from './lobbyScene.ts';
import { type House, MatchScene, type Scene } from './matchScene.ts';
import { type Line, transcriptOf } from './transcript.ts';

const NAMES = ['Ana', 'Beto', 'Caro', 'Dani'];
/** Any fixed time will do; the tokens that the server makes last for an hour of its clock. */
const BEGINNING = Date.UTC(2026, 0, 1);
const SEED = 7;

/** Each transcript by its name. */
export async function recordAll(): Promise<ReadonlyMap<string, readonly Line[]>> {
  const clock = { now: BEGINNING };
  const server = await testServer({}, { games: loadedGames(SEED), now: () => clock.now });
  try {
    return await recordOn(server, (milliseconds) => {
      clock.now += milliseconds;
    });
  } finally {
    await server.stop();
  }
}

async function recordOn({ address }: Running, pass: House['pass']): Promise<ReadonlyMap<string, readonly Line[]>> {
  const people = [];
  for (const name of NAMES) people.push(await newPerson(address, name));
  const house = { url: address, people, pass };
  const transcripts = new Map<string, readonly Line[]>();
  transcripts.set('tieqchieq', await wholeMatch(house));
  transcripts.set('tieqchieq-watched', await watched(house));
  for (const scene of LONG) {
    const [begin, end] = await beginAndEnd(house, scene);
    transcripts.set(`${scene.game}-begin`, begin);
    transcripts.set(`${scene.game}-end`, end);
  }
  transcripts.set('lobby', await recordLobby(house));
  return transcripts;
}

const SHORT = { game: 'tieqchieq', seats: 2, options: { turnCap: 14, startPlayer: 'seat-0' }, seed: SEED };

/** Everything that a player may see and ask in one match, from the open table to the rematch. */
async function wholeMatch(house: House): Promise<readonly Line[]> {
  const scene = await MatchScene.open(house, { ...SHORT, table: { clock: { kind: 'turn', seconds: 60 } } });
  const client = await scene.sit(0);
  client.send(PING);
  await client.settle();
  await scene.sit(1);
  await scene.act(0, 'phrase', 'hello');
  await scene.act(1, 'say', 'Hola, ¿qué tal?');
  await scene.play(5);
  await scene.act(0, 'act', 0, 'toss');
  await scene.act(0, 'offer', 'pause', 5);
  await scene.act(1, 'reply', false);
  await scene.act(0, 'asks', 'none');
  await scene.play(200);
  await house.people[1]?.post(`/api/matches/${scene.match.match}/rematch`);
  await scene.settle();
  scene.close();
  return transcriptOf({ about: 'a whole match, as seat 0 sees it', game: SHORT.game, seat: 0 }, client.log);
}

/** A spectator comes into a running match. One of the players resigns. */
async function watched(house: House): Promise<readonly Line[]> {
  const scene = await MatchScene.open(house, SHORT);
  for (const seat of [0, 1]) await scene.sit(seat);
  await scene.play(4);
  const client = await scene.watch();
  await scene.play(4);
  await scene.act(1, 'resign');
  scene.close();
  return transcriptOf({ about: 'what a spectator sees until a player resigns', game: SHORT.game }, client.log);
}

/** Flower War ends with a live card on the table, which no reader should meet for the first time in a real match. */
const LONG: readonly Scene[] = [
  { game: 'flower-war', seats: 3, options: { length: 'short' }, seed: 13 },
  { game: 'mexica', seats: 3, options: { length: 'short' }, seed: SEED },
  { game: 'space-aztecs', seats: 3, seed: SEED },
];
const FIRST_MOVES = 24;
/** A new connection is made after so many moves, and the last one is kept. */
const STRETCH = 16;

async function beginAndEnd(house: House, scene: Scene): Promise<readonly [readonly Line[], readonly Line[]]> {
  const played = await MatchScene.open(house, scene);
  const first = await played.sit(0);
  for (let seat = 1; seat < scene.seats; seat++) await played.sit(seat);
  await played.play(FIRST_MOVES);
  let last = first;
  while (!played.isOver) {
    for (let seat = scene.seats - 1; seat >= 0; seat--) last = await played.comeBack(seat);
    await played.play(STRETCH);
  }
  played.close();
  const { game } = scene;
  return [
    transcriptOf({ about: 'the first moves, as seat 0 sees them', game, seat: 0 }, first.log),
    transcriptOf({ about: 'the end of the match, from a new connection of seat 0', game, seat: 0 }, last.log),
  ];
}

const PING = Uint8Array.of(0x12);
