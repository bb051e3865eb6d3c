/** Shared by the tests of the SDK: a server, signed-in players, and a way to play a match to its end. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { type HostedGames, type Running, readConfig, startServer } from '@flower-war/server';
import { afterAll, beforeAll } from 'vitest';
import { UNLIMITED } from '../support/unlimited.ts';

export type AnyLive = LiveMatch;

/** The one server of the test file: Colyseus keeps one matchmaker in a process. */
export const house = { url: '' };

const SETTINGS = { PORT: '0', JOURNAL: 'memory', LOG_LEVEL: 'silent', BOT_DELAY_MS: '0', ...UNLIMITED };
const UNHURRIED = { MESSAGES_PER_SECOND: '100000' };

export function serveThisFile(settings: Readonly<Record<string, string>> = UNHURRIED, games?: HostedGames): void {
  let running: Running | undefined;
  beforeAll(async () => {
    running = await startServer(readConfig({ ...SETTINGS, ...settings }), games === undefined ? {} : { games });
    house.url = running.address;
  });
  afterAll(() => running?.stop());
}

export async function person(name: string): Promise<FlowerWarClient> {
  const client = new FlowerWarClient({ url: house.url });
  await client.signIn(name);
  return client;
}

/** Plays the first legal move whenever the seat may move, until the match is over. */
export async function playOn(live: AnyLive): Promise<void> {
  for (;;) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
    const [first] = live.legal;
    if (live.isOver || first === undefined) return;
    const answer = await live.play(first);
    if (answer.kind !== 'accepted') throw new Error(`${first} was answered by ${JSON.stringify(answer)}`);
  }
}
