/** What a server must answer at once, however slow its disk is: each probe asks again and again, and notes how long it takes. */
import type { MatchSummary } from '@flower-war/protocol';
import { PlainStream } from '../support/sockets/plainStream.ts';
import { newPerson, type Person, watch } from '../support/sockets/rawClient.ts';

export interface Probe {
  readonly name: string;
  readonly ask: () => Promise<unknown>;
}

export interface Probes {
  readonly all: readonly Probe[];
  close(): void;
}

/** `quiet` is a match in which nothing happens, so that its views wait for no move. */
export async function probesOf(url: string, quiet: MatchSummary): Promise<Probes> {
  // A player has one place as a spectator: a second one would end the first.
  const [silent, person, comer] = [await newPerson(url), await newPerson(url), await newPerson(url)];
  const path = `/api/matches/${quiet.match}`;
  const socket = await watch(silent, quiet);
  const reader = await PlainStream.open(person, quiet.match);
  const all = [
    { name: '/health/live', ask: () => get(person, '/health/live') },
    { name: 'heartbeat of a socket', ask: () => socket.settle() },
    { name: 'heartbeat of a stream', ask: () => person.post(`${path}/here`) },
    { name: 'a match, over HTTP', ask: () => get(person, path) },
    { name: 'the list of matches', ask: () => get(person, '/api/matches') },
    { name: 'a view, by a stream', ask: () => firstView(person, quiet.match) },
    { name: 'a view, by a socket', ask: async () => (await watch(comer, quiet)).close() },
  ];
  const close = () => {
    socket.close();
    reader.close();
  };
  return { all, close };
}

async function get({ url, session }: Person, path: string): Promise<void> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${session.token}` } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
}

async function firstView(person: Person, match: string): Promise<void> {
  const stream = await PlainStream.open(person, match);
  await stream.until(({ seen }) => seen !== undefined);
  stream.close();
}
