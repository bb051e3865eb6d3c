/** Who calls through a proxy in tests, and what the server says about it. */
import { randomBytes } from 'node:crypto';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import type { MatchSummary, SeatedAnswer, SignedIn } from '@flower-war/protocol';
import { ask, told } from '../support/requests.ts';

export const METRICS_TOKEN = 'watches-and-ends-nothing';

/** How many requests the server got that are no route. */
export async function strays(url: string): Promise<number> {
  const { text } = await ask(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^flower_war_requests_total\{route="none",code="not-found"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

export async function against(url: string, bot: 'greedy' | 'random'): Promise<LiveMatch<'tieqchieq'>> {
  const client = new FlowerWarClient({ url });
  await client.signIn();
  const options = { startPlayer: 'host', turnCap: 20 } as const;
  return client.join(await client.create({ game: 'tieqchieq', bots: [{ bot }], options }));
}

export async function playOut(live: LiveMatch): Promise<void> {
  for (;;) {
    await live.until((match) => match.isOver || match.legal.length > 0);
    if (live.isOver) return;
    await live.play(live.legal[0] ?? '');
  }
}

/** A player of the plain door in a match that has begun, and the path of the player's socket. */
export async function seated(url: string): Promise<Seated> {
  const post = { method: 'POST' } as const;
  const { token } = await told<SignedIn>(`${url}/api/guests`, { ...post, body: {} });
  const headers = { authorization: `Bearer ${token}` };
  const wanted = { game: 'tieqchieq', bots: [{ bot: 'random' }], options: { startPlayer: 'host' } };
  const made = await told<MatchSummary>(`${url}/api/matches`, { ...post, headers, body: wanted });
  const seat = { commitment: made.commitment, contribution: randomBytes(16).toString('hex') };
  const { connection } = await told<SeatedAnswer>(`${url}/api/matches/${made.match}/seat`, {
    ...post,
    headers,
    body: seat,
  });
  return { token, match: made.match, place: `${connection.roomId}?sessionId=${connection.sessionId}` };
}

interface Seated {
  readonly token: string;
  readonly match: string;
  /** What follows the name of the process in the path of the socket. */
  readonly place: string;
}
