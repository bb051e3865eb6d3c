/** A client that shares no code with the SDK: it must see what the server says that its seat was shown. */
import type { MatchSummary, ReplayStep, ReplaySteps, SignedIn } from '@flower-war/protocol';
import { GAMES } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asking } from '../support/api.ts';
import { testServer } from '../support/server.ts';
import { badLine } from './badLine.ts';
import { type Ran, runPython, whyNoPython } from './python.ts';

let server: Running;
const ask = asking(() => server.address);

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.stop());

interface Shown {
  readonly kind: 'seated' | 'shown' | 'over';
  readonly step: number;
  readonly view: object;
  readonly legal: readonly string[];
  readonly decision: number;
  readonly result: unknown;
}

const told = ({ out }: Ran): readonly Shown[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** What the seat was shown, as the server says after the match, by step. */
async function shownTo(match: string, seat: number): Promise<ReadonlyMap<number, Partial<Shown>>> {
  const shown = new Map<number, Partial<Shown>>();
  let view: Record<string, unknown> = {};
  for (let from: number | undefined = 0; from !== undefined; ) {
    const page: { body: ReplaySteps } = await ask(`GET /api/matches/${match}/steps?viewer=seat:${seat}&from=${from}`);
    for (const one of page.body.steps) {
      view = viewAfter(view, one);
      shown.set(one.step, { view, legal: one.legal ?? [], decision: one.decision ?? 0 });
    }
    from = page.body.next;
  }
  return shown;
}

function viewAfter(view: Record<string, unknown>, { view: changed, gone = [] }: ReplayStep): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...view, ...changed }).filter(([field]) => !gone.includes(field)));
}

/** Every line of the client must be what the server says of that step; the last one shows the end. */
async function compare(ran: Ran, match: string): Promise<readonly Shown[]> {
  expect(ran, ran.problems).toMatchObject({ code: 0 });
  const all = told(ran);
  const [seated, ...rest] = all;
  expect(seated).toMatchObject({ kind: 'seated', match, seat: 0 });
  const truth = await shownTo(match, 0);
  for (const { step, view, kind, legal, decision } of rest) {
    const expected = kind === 'shown' ? { view, legal, decision } : { view };
    expect(truth.get(step), `step ${step}`).toMatchObject(expected);
    expect(view).toEqual(truth.get(step)?.view);
  }
  expect(rest.at(-1)).toMatchObject({ kind: 'over', step: [...truth.keys()].at(-1) });
  return rest;
}

/** A match with a bot, which waits for the client. */
async function newMatch(game: string): Promise<{ readonly match: string; readonly token: string }> {
  const { token } = (await ask<SignedIn>('POST /api/guests', { body: {} })).body;
  const body = { game, seats: 2, bots: [{ bot: 'random', seat: 1 }] };
  const { match } = (await ask<MatchSummary>('POST /api/matches', { token, body })).body;
  return { match, token };
}

describe.skipIf(whyNoPython !== undefined)(`the Python client${whyNoPython ? ` (${whyNoPython})` : ''}`, () => {
  test.for([...GAMES.keys()])(
    'plays %s to the end and sees what its seat was shown',
    { timeout: 120_000 },
    async (game) => {
      const { match, token } = await newMatch(game);
      const given = { FLOWER_WAR_URL: server.address, FLOWER_WAR_MATCH: match, FLOWER_WAR_TOKEN: token };
      const ran = await runPython(['client.py', '--seed', '1'], given);
      const shown = await compare(ran, match);
      expect(shown.length).toBeGreaterThan(20);
      expect(ran.problems).toBe('');
    },
  );

  test('comes back over a bad line, and plays every move once', { timeout: 120_000 }, async () => {
    const { match, token } = await newMatch('tieqchieq');
    const line = await badLine(server.address, [3500, 2500, 6000, 4000, 300, 8000, 1500]);
    const given = { FLOWER_WAR_URL: line.url, FLOWER_WAR_MATCH: match, FLOWER_WAR_TOKEN: token };
    const ran = await runPython(['client.py', '--seed', '2'], given);
    line.close();
    expect(line.cuts()).toBeGreaterThan(5);
    expect(ran.problems).toContain('lost the connection');
    expect(ran.problems).not.toContain('rejected');
    await compare(ran, match);
  });

  test('comes back to a match that has ended', { timeout: 120_000 }, async () => {
    const { match, token } = await newMatch('tieqchieq');
    const given = { FLOWER_WAR_URL: server.address, FLOWER_WAR_MATCH: match, FLOWER_WAR_TOKEN: token };
    await compare(await runPython(['client.py', '--seed', '3'], given), match);
    const again = await compare(await runPython(['client.py'], given), match);
    expect(again.length).toBeLessThan(3);
  });

  test('makes a match of its own, and says in which words it can be called', async () => {
    const ran = await runPython(['client.py', '--url', server.address, '--game', 'space-aztecs']);
    const { match } = JSON.parse(ran.out.split('\n')[0] ?? '') as MatchSummary;
    await compare(ran, match);
    expect((await runPython(['client.py', '--help'])).out).toContain('--match');
  });
});
