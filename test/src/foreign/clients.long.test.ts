/**
 * The example clients play, come back, and make nothing twice. What they must do when the connection is lost, and whether they
 * show what their seat was shown, is what `npm run do -- grade-client` grades.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Gateway } from '@flower-war/conformance';
import type { MatchSummary, SignedIn } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { asking } from '../support/api.ts';
import { Line } from '../lab/line.ts';
import { ROOT } from '../support/program.ts';
import { testServer } from '../support/server.ts';
import { CAN_RUN, type Ended, type Example, example, run } from './examples.ts';

let server: Running;
const ask = asking(() => server.address);
const guest = async () => (await ask<SignedIn>('POST /api/guests', { body: {} })).body;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.stop());

/** A match with a bot, which waits for the client. */
async function newMatch(game: string): Promise<{ readonly match: MatchSummary; readonly token: string }> {
  const { token } = await guest();
  const body = { game, seats: 2, bots: [{ bot: 'random', seat: 1 }] };
  return { match: (await ask<MatchSummary>('POST /api/matches', { token, body })).body, token };
}

async function matchesOf(player: string): Promise<number> {
  const lists = await Promise.all(
    ['open', 'running', 'ended'].map((status) =>
      ask<{ readonly matches: readonly MatchSummary[] }>(`GET /api/matches?status=${status}`),
    ),
  );
  return lists.flatMap(({ body }) => body.matches).filter(({ host }) => host === player).length;
}

interface PrintedLine {
  readonly kind: string;
  readonly result?: unknown;
  readonly signedBy?: string;
  readonly draws?: number;
}

const linesOf = ({ out }: Ended): readonly PrintedLine[] =>
  out
    .trimEnd()
    .split('\n')
    .filter((line) => line.startsWith('{')) // Godot prints its version first
    .map((line) => JSON.parse(line));

/** How the answer to a new match is lost, although the server has made the match. */
const LOSSES = [
  ['the connection breaks', 'cut'],
  ['a proxy has waited long enough', { status: 504, text: '<h1>Gateway Timeout</h1>' }],
] as const;

describe.for(['python', 'go', 'csharp', 'godot'] as const)('the client in %s', (language) => {
  const isHere = CAN_RUN[language];
  let client: Example;
  beforeAll(async () => {
    if (isHere) client = await example(language);
  }, 180_000);

  const plays = ({ match }: MatchSummary, token: string) =>
    run(client.command, { env: { FLOWER_WAR_URL: server.address, FLOWER_WAR_MATCH: match, FLOWER_WAR_TOKEN: token } });

  // The scenarios of `grade-client` play the other games.
  test.runIf(isHere).for(['mexica', 'tieqchieq'])('plays %s to the end', async (game) => {
    const { match, token } = await newMatch(game);
    const ended = await plays(match, token);
    expect(ended).toMatchObject({ code: 0, problems: '' });
    const lines = linesOf(ended);
    expect(lines.filter(({ kind }) => kind === 'shown').length).toBeGreaterThan(10);
    const { body: now } = await ask<MatchSummary>(`GET /api/matches/${match.match}`);
    expect(lines.at(-1)).toMatchObject({ kind: 'over', result: now.result });
    const proof = lines.find(({ kind }) => kind === 'record');
    if (language !== 'go') return expect(proof).toBeUndefined();
    const { keys } = (
      await ask<{ readonly keys: readonly { readonly hex: string }[] }>('GET /.well-known/flower-war.json')
    ).body;
    expect(keys.map(({ hex }) => hex)).toContain(proof?.signedBy);
    if (game === 'tieqchieq') expect(proof?.draws).toBeGreaterThan(5);
  });

  test.runIf(isHere)('comes back to a seat that it has, and to a match that has ended', async () => {
    const { match, token } = await newMatch('space-aztecs');
    const seat = { commitment: match.commitment, contribution: '00'.repeat(16) };
    await ask(`POST /api/matches/${match.match}/seat`, { token, body: seat });
    const first = linesOf(await plays(match, token));
    const second = linesOf(await plays(match, token));
    expect(first.at(-1)?.kind).toBe('over');
    expect(second.at(-1)).toEqual(first.at(-1));
    expect(second.length).toBeLessThan(5);
  });

  test.runIf(isHere)('says why it cannot play', async () => {
    const { match } = await newMatch('space-aztecs');
    const { code, problems } = await plays({ ...match, match: '00000000' }, (await guest()).token);
    expect(code).toBe(1);
    expect(problems).toContain('no-such-match');
  });

  function start(url: string, token: string) {
    const [program, ...words] = client.command;
    const env = { ...process.env, FLOWER_WAR_URL: url, FLOWER_WAR_TOKEN: token };
    const child = spawn(program, [...words, '--game', 'tieqchieq'], { env });
    onTestFinished(() => void child.kill());
    return child;
  }

  test.runIf(isHere).for(LOSSES)('makes no second match where %s', async ([, loss]) => {
    const { player, token } = await guest();
    let answers = 0;
    const gateway = await Gateway.before(server.address, {
      // All that follows is refused for good, so that no client stays; a second match would be made nevertheless.
      answer: () => (answers++ === 0 ? loss : { status: 404, body: {} }),
    });
    onTestFinished(() => gateway.close());
    const child = start(gateway.url, token);
    const [problems, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(problems).toContain('may have counted nevertheless: look before you make it again');
    expect([code, await matchesOf(player)]).toEqual([1, 1]);
  });

  test.runIf(isHere)('waits for a server that is not there yet', async () => {
    const { player, token } = await guest();
    const port = await freePort();
    const child = start(`http://127.0.0.1:${port}`, token);
    await once(child.stderr, 'data');
    const line = await Line.to(server.address, port);
    onTestFinished(() => line.close());
    child.stdout.resume();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await matchesOf(player)).toBe(1);
  });
});

test.runIf(CAN_RUN.go)('the client in go is formatted and vetted, and draws the dice of the vectors', async () => {
  const cwd = join(ROOT, 'examples/go');
  expect(await run(['gofmt', '-l', '.'], { cwd })).toEqual({ code: 0, out: '', problems: '' });
  expect(await run(['go', 'vet', './...'], { cwd })).toEqual({ code: 0, out: '', problems: '' });
  expect(await run(['go', 'test', '-count=1', './...'], { cwd })).toMatchObject({ code: 0, problems: '' });
});
