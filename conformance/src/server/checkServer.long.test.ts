/** The kit passes a real server, wherever its sockets are, and finds each fault that a gateway plants before it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Answer, MESSAGES } from '@flower-war/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnsweredRequest, Gateway, type Link, type Tampering } from '../gateway.ts';
import { LocalServer } from '../localServer.ts';
import { answerFrame, FRAME, type Frame, messageFrame, readFrame } from '../wire/frames.ts';
import { checkServer, type ServerCheck } from './checkServer.ts';

interface Fault {
  readonly name: string;
  readonly tampering: () => Tampering;
  readonly parts: NonNullable<ServerCheck['parts']>;
  /** Words of a check that must fail. */
  readonly found: string;
}

const ofAnswers = (change: (answer: Answer) => readonly unknown[]): Tampering => ({
  fromServer: (bytes) => {
    const frame = readFrame(bytes);
    if (frame.kind !== 'answer') return [bytes];
    return change(frame.payload as Answer).map((payload) => answerFrame(frame.request, payload));
  },
});

const isPrivate = (frame: Frame) => frame.kind === 'data' && frame.name === String(MESSAGES.private);

const ofPrivates = (change: (message: unknown[]) => unknown[]): Tampering => ({
  fromServer: (bytes) => {
    const frame = readFrame(bytes);
    if (frame.kind !== 'data' || !isPrivate(frame)) return [bytes];
    return [messageFrame(MESSAGES.private, change(frame.payload as unknown[]))];
  },
});

const ofHttp = (change: (passing: AnsweredRequest) => AnsweredRequest): Tampering => ({ answer: change });

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

/** Every patch comes before the private part that belongs to it. */
function privatesLate(): Tampering {
  const held = new WeakMap<Link, Buffer>();
  return {
    fromServer: (bytes, link) => {
      const late = held.get(link);
      held.delete(link);
      if (late === undefined && link.fromServer > 4 && isPrivate(readFrame(bytes))) {
        held.set(link, bytes);
        return [];
      }
      return late === undefined ? [bytes] : [bytes, late];
    },
  };
}

function losePatches(): Tampering {
  let count = 0;
  return { fromServer: (bytes) => (bytes[0] === FRAME.patch && ++count % 15 === 0 ? [] : [bytes]) };
}

const withBody = (passing: AnsweredRequest, body: object): AnsweredRequest => ({
  ...passing,
  body: { ...(passing.body as object), ...body },
});

const FAULTS: readonly Fault[] = [
  {
    name: 'an answer that names a step ahead of what was shown',
    tampering: () =>
      ofAnswers((answer) => [answer.kind === 'accepted' ? { ...answer, step: answer.step + 1 } : answer]),
    parts: ['matches'],
    found: 'shown before its answer',
  },
  {
    name: 'every answer twice',
    tampering: () => ofAnswers((answer) => [answer, answer]),
    parts: ['matches'],
    found: 'every action gets one answer',
  },
  {
    name: 'a private part that goes to spectators too',
    tampering: leakToSpectators,
    parts: ['matches'],
    found: 'only seats get private parts',
  },
  {
    name: "another seat's secret in the private part",
    tampering: () =>
      ofPrivates(([table, step, decision, legal, view, ...rest]) => {
        const seen = { ...(view as object | undefined), handOfTheOther: ['W03'] };
        return [table, step, decision ?? 0, legal ?? null, seen, ...rest];
      }),
    parts: ['matches'],
    found: 'record and replay say the same',
  },
  {
    name: 'a wrong step in the private part',
    tampering: () => ofPrivates(([table, step, ...rest]) => [table, Number(step) * 2, ...rest]),
    parts: ['matches'],
    found: 'the step of a seat counts one by one',
  },
  {
    name: 'a lost patch',
    tampering: losePatches,
    parts: ['matches'],
    found: 'the step of the table counts one by one',
  },
  { name: 'a private part after its patch', tampering: privatesLate, parts: ['matches'], found: 'record and replay' },
  {
    name: 'a decision without legal moves',
    tampering: () => ofPrivates(([table, step, decision, , ...rest]) => [table, step, decision ?? 0, [], ...rest]),
    parts: ['actions'],
    found: 'legal moves if and only if',
  },
  {
    name: 'a repeat that is told as something new',
    tampering: () =>
      ofAnswers((answer) => [answer.kind === 'accepted' ? { kind: 'accepted', step: answer.step } : answer]),
    parts: ['actions'],
    found: 'a repeated action gets the same answer',
  },
  {
    name: 'a stale move that is accepted',
    tampering: () =>
      ofAnswers((answer) => [
        answer.kind === 'rejected' && answer.code === 'stale-decision' ? { kind: 'accepted', step: 1 } : answer,
      ]),
    parts: ['actions'],
    found: 'refused as stale',
  },
  {
    name: 'a code that the documents do not know',
    tampering: () => ofAnswers((answer) => [answer.kind === 'rejected' ? { ...answer, code: 'nope' } : answer]),
    parts: ['actions'],
    found: 'every message has a documented number and form',
  },
  {
    name: 'a match without one of its fields',
    tampering: () =>
      ofHttp((passing) => (passing.call.startsWith('GET /api/matches/') ? withBody(passing, { status: 7 }) : passing)),
    parts: ['doors'],
    found: 'every answer over HTTP has the form',
  },
  {
    name: 'any token is good',
    tampering: () => ofHttp((passing) => (passing.status === 401 ? { ...passing, status: 200 } : passing)),
    parts: ['doors'],
    found: 'without a token',
  },
];

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

test.concurrent.for(FAULTS)('$name is found', { timeout: 120_000 }, async ({ tampering, parts, found }, { expect }) => {
  const gateway = await Gateway.before(server.url, tampering());
  const report = await checkServer({ url: gateway.url, seed: 1, games: ['tieqchieq'], parts });
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
