/**
 * The clients for game engines play whole matches by the tokens of programs on a real server while answers are lost, and say clearly why they cannot. The types in
 * C# read all that games show.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { Gateway, type Tampering } from '@flower-war/conformance';
import type { MadeToken, MatchSummary, SignedIn } from '@flower-war/protocol';
import { type AnyGame, deepEqual, GAMES, type GameId } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { namespaceOf } from '../schemas/csharp.ts';
import { randomMatch } from '../schemas/randomMatch.ts';
import { asking, OPERATOR_TOKEN } from '../support/api.ts';
import { ROOT } from '../support/program.ts';
import { testServer } from '../support/server.ts';
import { CAN_RUN, type Edit, type Ended, type Example, example, MCS, run } from './examples.ts';

let server: Running;
const ask = asking(() => server.address);

beforeAll(async () => {
  server = await testServer({ OPERATOR_TOKEN });
});
afterAll(() => server?.stop());

interface Played {
  readonly match: MatchSummary;
  /** The host plays by the client. */
  readonly me: SignedIn;
  readonly ended: Ended;
}

interface Disturbed {
  readonly game?: string;
  /** Whether a bot has the other seat. */
  readonly hasBot?: boolean;
  readonly tampering?: (of: Pick<Played, 'match' | 'me'>) => Tampering;
}

async function play({ command }: Example, disturbed: Disturbed = {}): Promise<Played> {
  const { game = 'tieqchieq', hasBot = true, tampering = () => ({}) } = disturbed;
  const me = (await ask<SignedIn>('POST /api/guests', { body: {} })).body;
  const body = { game, seats: 2, bots: hasBot ? [{ bot: 'random', seat: 1 }] : [] };
  const match = (await ask<MatchSummary>('POST /api/matches', { token: me.token, body })).body;
  const gateway = await Gateway.before(server.address, tampering({ match, me }));
  const token = { name: 'An engine', scopes: ['read', 'play'], days: 1 };
  const { secret } = (await ask<MadeToken>('POST /api/me/tokens', { token: me.token, body: token })).body;
  const env = { FLOWER_WAR_URL: gateway.url, FLOWER_WAR_MATCH: match.match, FLOWER_WAR_TOKEN: secret };
  const ended = await run(command, { env });
  gateway.close();
  return { match, me, ended };
}

interface Act {
  readonly id: number | string;
  readonly move: string;
}

const isAct = ({ call }: { readonly call: string }) => call.endsWith('/act');

/** Every third answer to a move is lost, after the server has played it. */
function losing(sent: Act[], lost: Act[]): Tampering {
  let answers = 0;
  return {
    asked: (asking) => {
      if (isAct(asking)) sent.push(asking.sent as Act);
      return asking;
    },
    answer: (passing) => {
      const { kind } = passing.body as { readonly kind?: string };
      if (!isAct(passing) || kind !== 'accepted' || ++answers % 3 !== 0) return passing;
      lost.push(passing.sent as Act);
      return 'cut';
    },
  };
}

/** The moves of the player that stand in the record. */
async function recorded({ match }: MatchSummary): Promise<readonly Act[]> {
  const text = await (await fetch(`${server.address}/api/matches/${match}/record`)).text();
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return entries.flatMap(({ kind, by, id, move }) => (kind === 'move' && by === 'player' ? [{ id, move }] : []));
}

/** When the first step of the match is shown, this happens, once. */
function atFirstStep(happens: () => Promise<unknown>): Tampering {
  let isDone = false;
  return {
    line: async (line) => {
      if (line.kind === 'step' && line.table.status === undefined && !isDone) {
        isDone = true;
        await happens();
      }
      return [line];
    },
  };
}

const banned = ({ me }: Pick<Played, 'me'>) =>
  atFirstStep(() => ask(`POST /api/operator/players/${me.player}/ban`, { token: OPERATOR_TOKEN, body: {} }));

const answering = (text: string): Tampering => ({ answer: () => ({ status: 200, text }) });

const HOSTILE: readonly (readonly [what: string, tampering: (of: Pick<Played, 'me'>) => Tampering, words: RegExp])[] = [
  ['an answer that is not JSON', () => answering('<h1>Welcome to the hotel</h1>'), /not JSON/],
  ['an answer of another form', () => answering('{"weather":"cloudy"}'), /came without "seat"|names no seat/],
  ['an answer without end', () => answering(`"${'x'.repeat(5_000_000)}"`), /4000000 bytes/],
  ['an answer that is nested too deep', () => answering('{"a":['.repeat(50_000)), /not JSON/],
  ['a line without end', () => ({ line: () => [{ kind: 'x'.repeat(5_000_000) }] }), /4000000 bytes/],
  ['a line of another form', () => ({ line: () => [['step', 1]] }), /JSON|an object was to come/],
  ['the ban of the player', banned, /banned/],
];

describe.for(['csharp', 'godot'] as const)('the client in %s', (language) => {
  const isHere = CAN_RUN[language];
  let client: Example;
  beforeAll(async () => {
    if (isHere) client = await example(language);
  }, 180_000);

  test.runIf(isHere).for(['space-aztecs', 'flower-war'])('has each move of %s counted once', async (game) => {
    const [sent, lost]: [Act[], Act[]] = [[], []];
    const { match, ended } = await play(client, { game, tampering: () => losing(sent, lost) });
    expect(ended.code).toBe(0);
    const counted = await recorded(match);
    const ids = counted.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, move } of lost) expect(counted.filter((one) => one.id === id)).toEqual([{ id, move }]);
    // The end of the match may come before the last of them are sent again.
    expect(lost.filter((one) => sent.filter(({ id }) => id === one.id).length > 1)).not.toEqual([]);
  });

  test.runIf(isHere)('ends well when the other player leaves', async () => {
    const other = (await ask<SignedIn>('POST /api/guests', { body: {} })).body.token;
    const tampering = ({ match: { match, commitment } }: Pick<Played, 'match'>): Tampering => {
      const asOther = (route: string, body: object) =>
        ask(`POST /api/matches/${match}/${route}`, { token: other, body });
      let isSeated = false;
      return {
        line: async (line) => {
          if (line.kind === 'state' && !isSeated) {
            isSeated = true;
            await asOther('seat', { commitment, contribution: '00'.repeat(16) });
            await asOther('resign', { id: 'a-resignation-0001' });
          }
          return [line];
        },
      };
    };
    const { ended } = await play(client, { hasBot: false, tampering });
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      kind: 'over',
      result: { result: 'forfeit', winners: [0] },
    });
  });

  const concurrent = isHere ? test.concurrent : test.skip;
  concurrent.for(HOSTILE)('ends clearly at %s', async ([, tampering, words], { expect }) => {
    const { ended } = await play(client, { tampering });
    expect(ended.code).toBe(1);
    expect(ended.problems.trim().split('\n').at(-1)).toMatch(words);
  });

  test.runIf(isHere)('is told that it speaks another version', async () => {
    const edits: Readonly<Record<typeof language, Edit>> = {
      csharp: ['FlowerWar/Server.cs', 'Protocol = "1"', 'Protocol = "9"'],
      godot: ['flower_war.gd', 'PROTOCOL = "1"', 'PROTOCOL = "9"'],
    };
    const { command } = await example(language, [edits[language]]);
    const { code, problems } = await run(command, { env: { FLOWER_WAR_URL: server.address } });
    expect([code, problems]).toEqual([1, expect.stringContaining('other-protocol')]);
  });
});

describe('the scene of Godot', () => {
  const played = async (url: string) => {
    const { folder, command } = await example('godot');
    copyFileSync(join(ROOT, 'test/src/foreign/buttons.gd'), join(folder, 'play.gd'));
    return run(command, { env: { FLOWER_WAR_URL: url } });
  };

  test.runIf(CAN_RUN.godot)('is played by its buttons to the end', async () => {
    const { code, out, problems } = await played(server.address);
    expect([code, problems]).toEqual([0, '']);
    expect(out).toMatch(/"result":"(win|draw|none)"/);
    expect(out).toMatch(/shown: \d{3}/);
  });

  test.runIf(CAN_RUN.godot)('says what went wrong', async () => {
    const gateway = await Gateway.before(server.address, answering('<h1>Welcome</h1>'));
    onTestFinished(() => gateway.close());
    expect((await played(gateway.url)).out).toContain('not JSON: is this a server of Flower War?');
  });
});

/** Views, events and moves of random matches as a seat sees them, with the class that reads each. */
function* shown(id: GameId, game: AnyGame): Generator<{ readonly type: string; readonly json: object }> {
  const of = (type: string, json: object) => ({ type: `${namespaceOf(id)}.${type}`, json });
  for (const { state, events, options } of randomMatch(game, {
    preset: game.presets[0]?.id ?? '',
    seed: 7,
    mostMoves: 300,
  })) {
    const view: object = game.view(state, 0);
    yield of('View', view);
    for (const event of events.flatMap((one) => game.viewEvent(one, 0) ?? [])) yield of('Event', event);
    const legal = game.legalMoves(state, 0);
    for (const move of legal) {
      const parts = game.parts?.({ view, seat: 0, options, legal }, move);
      yield of('Move', { move: game.format(move), ...parts });
    }
  }
}

test.runIf(CAN_RUN.csharp)('the types in C# read every field that games and matches show, and no other', async () => {
  const { folder } = await example('csharp');
  copyFileSync(join(ROOT, 'test/src/foreign/everyField.cs'), join(folder, 'everyField.cs'));
  const compiled = await run(['mcs', ...MCS, '-out:fields.exe', 'everyField.cs', '-recurse:FlowerWar/*.cs'], {
    cwd: folder,
  });
  expect(compiled).toMatchObject({ code: 0, problems: '' });
  const { body: list } = await ask<object>('GET /api/matches?status=ended');
  const lines = [...GAMES].flatMap(([id, { game }]) => [...shown(id as GameId, game)]);
  lines.push({ type: 'FlowerWar.MatchList', json: list });
  expect(lines.length).toBeGreaterThan(2000);
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const out = execFileSync('mono', ['fields.exe'], { cwd: folder, input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const read = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(read.length).toBe(lines.length);
  for (const [at, { json, type }] of lines.entries())
    if (!deepEqual(read[at], json)) expect(read[at], type).toEqual(json);
});
