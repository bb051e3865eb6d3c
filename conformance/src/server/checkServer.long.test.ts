/** The kit passes a real server, wherever its sockets are, and finds each fault that a gateway plants before it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Answer, MESSAGES } from '@flower-war/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Gateway, type Link, type Tampering } from '../gateway.ts';
import { LocalServer } from '../localServer.ts';
import { answerFrame, FRAME, type Frame, messageFrame, readFrame } from '../wire/frames.ts';
import { checkServer, type ServerCheck } from './checkServer.ts';

const ofAnswers = (change: (answer: Answer) => readonly unknown[]): Tampering => ({
  fromServer: (bytes) => {
    const frame = readFrame(bytes);
    if (frame.kind !== 'answer') return [bytes];
    return change(frame.payload as Answer).map((payload) => answerFrame(frame.request, payload));
  },
});

const isStale = (answer: Answer) => answer.kind === 'rejected' && answer.code === 'stale-decision';
const isPrivate = (frame: Frame) => frame.kind === 'data' && frame.name === String(MESSAGES.private);

const ofPrivates = (change: (message: unknown[]) => unknown[]): Tampering => ({
  fromServer: (bytes) => {
    const frame = readFrame(bytes);
    if (frame.kind !== 'data' || !isPrivate(frame)) return [bytes];
    return [messageFrame(MESSAGES.private, change(frame.payload as unknown[]))];
  },
});

function leakToSpectators(): Tampering {
  const seats = new WeakSet<Link>();
  let last: Buffer | undefined;
  return {
    fromServer: (bytes, link) => {
      if (isPrivate(readFrame(bytes))) {
        seats.add(link);
        last = bytes;
      }
      return bytes[0] === FRAME.patch && !seats.has(link) && last !== undefined ? [bytes, last] : [bytes];
    },
  };
}

function losePatches(): Tampering {
  let count = 0;
  return { fromServer: (bytes) => (bytes[0] === FRAME.patch && ++count % 15 === 0 ? [] : [bytes]) };
}

/** A fault that a gateway plants, the part of the checks that is run, words of the check that must fail, and how it is planted. */
type Fault = readonly [name: string, part: Part, found: string, tampering: () => Tampering];
type Part = NonNullable<ServerCheck['parts']>[number];

const FAULTS: readonly Fault[] = [
  [
    'an answer that names a step ahead of what was shown',
    'matches',
    'shown before its answer',
    () => ofAnswers((answer) => [answer.kind === 'accepted' ? { ...answer, step: answer.step + 1 } : answer]),
  ],
  ['every answer twice', 'matches', 'every action gets one answer', () => ofAnswers((answer) => [answer, answer])],
  ['a private part that goes to spectators too', 'matches', 'only seats get private parts', leakToSpectators],
  [
    "another seat's secret in the private part",
    'matches',
    'record and replay say the same',
    () =>
      ofPrivates(([table, step, decision, legal, view, ...rest]) => {
        const seen = { ...(view as object | undefined), handOfTheOther: ['W03'] };
        return [table, step, decision ?? 0, legal ?? null, seen, ...rest];
      }),
  ],
  [
    'a wrong step in the private part',
    'matches',
    'the step of a seat counts one by one',
    () => ofPrivates(([table, step, ...rest]) => [table, Number(step) * 2, ...rest]),
  ],
  ['a lost patch', 'matches', 'the step of the table counts one by one', losePatches],
  [
    'a decision without legal moves',
    'actions',
    'legal moves if and only if',
    () => ofPrivates(([table, step, decision, , ...rest]) => [table, step, decision ?? 0, [], ...rest]),
  ],
  [
    'a repeat that is told as something new',
    'actions',
    'a repeated action gets the same answer',
    () => ofAnswers((answer) => [answer.kind === 'accepted' ? { kind: 'accepted', step: answer.step } : answer]),
  ],
  [
    'a stale move that is accepted',
    'actions',
    'refused as stale',
    () => ofAnswers((answer) => [isStale(answer) ? { kind: 'accepted', step: 1 } : answer]),
  ],
  [
    'a code that the documents do not know',
    'actions',
    'every message has a documented number and form',
    () => ofAnswers((answer) => [answer.kind === 'rejected' ? { ...answer, code: 'nope' } : answer]),
  ],
  [
    'a match without one of its fields',
    'doors',
    'every answer over HTTP has the form',
    () => ({
      answer: ({ call, body, ...rest }) => {
        const isMatch = call.startsWith('GET /api/matches/');
        return { ...rest, body: isMatch ? { ...(body as object), status: 7 } : body };
      },
    }),
  ],
  [
    'a bot sits where no person allowed it',
    'doors',
    'only where the table allows it',
    () => ({ answer: (answered) => (isOfBots(answered.body) ? { ...answered, status: 200 } : answered) }),
  ],
  [
    'any token is good',
    'doors',
    'without a token',
    () => ({ answer: (answered) => (answered.status === 401 ? { ...answered, status: 200 } : answered) }),
  ],
];

const isOfBots = (body: unknown) => (body as { code?: string }).code === 'bots-not-allowed';

let server: LocalServer;

beforeAll(async () => {
  server = await LocalServer.started();
});
afterAll(() => server?.remove());

test('a server whose sockets stand at another address in every answer passes', { timeout: 300_000 }, async () => {
  const gateway = await Gateway.before(server.url);
  const lines: string[] = [];
  const report = await checkServer({ url: gateway.url, seed: 1, tell: (line) => lines.push(line) });
  gateway.close();
  expect(report.failed, lines.join('\n')).toEqual([]);
  expect(report.passed.length).toBeGreaterThan(30);
  expect(lines.at(-1)).toBe(`${report.passed.length} passed, 0 failed`);
  expect(new Set(gateway.links.map(({ path }) => path.split('/')[1])).size).toBeGreaterThan(40);
});

test.concurrent.for(FAULTS)('%s is found', { timeout: 120_000 }, async ([, part, found, tampering], { expect }) => {
  const gateway = await Gateway.before(server.url, tampering());
  const report = await checkServer({ url: gateway.url, seed: 1, games: ['tieqchieq'], parts: [part] });
  gateway.close();
  expect(report.failed).toContainEqual(expect.stringContaining(found));
});

const PROGRAM = fileURLToPath(new URL('../../tools/server.ts', import.meta.url));

function program(...words: readonly string[]): Promise<{ readonly code: unknown; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { timeout: 60_000 }, (error, out, problems) =>
      resolve({ code: error === null ? 0 : error.code, out: out + problems }),
    );
  });
}

test('the program tells each check in a line, and its exit code says whether all hold', async () => {
  const { code, out } = await program('--url', server.url, '--games', 'tieqchieq');
  expect(out).toMatch(/^ok {4}tieqchieq: a random match/m);
  expect(out).toMatch(/\n\d+ passed, 0 failed\n$/);
  expect(code).toBe(0);
  const away = await program('--url', 'http://127.0.0.1:9');
  expect(away.out).toMatch(/\n0 passed, \d+ failed\n$/);
  expect(away.code).toBe(1);
  expect(await program()).toMatchObject({ code: 2, out: expect.stringContaining('--url') });
});
