/** The bots that docs/programs.md shows: each takes challenges as a bot account, and plays to the end, also after it was killed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnyGame,
  botsOf,
  type FlowerWarClient,
  type LiveMatchOf,
  liveAsBot,
  programClient,
} from '@flower-war/client';
import { afterAll, describe, expect, type MockInstance, test, vi } from 'vitest';
import { type Edit, edited } from '../foreign/examples.ts';
import { closing, house, person, serveThisFile } from '../sdk/house.ts';
import { ROOT } from '../support/program.ts';
import { unsteadyWay } from './unsteady.fixture.ts';

serveThisFile({ HEARTBEAT_SECONDS: '1', BOT_DELAY_MS: '0', LIMITS: '20', MOST_OPEN_MATCHES: '1' });

const built = mkdtempSync(join(tmpdir(), 'go-bot-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(built, { recursive: true });
});

interface Kit {
  readonly file: string;
  readonly needs: string;
  readonly command: (url: string, token: string) => readonly string[];
  /** It moves by a socket, whose trouble other tests make. */
  readonly socket?: true;
}

const KITS: readonly Kit[] = [
  {
    file: 'examples/bots/bot.ts',
    needs: 'node',
    socket: true,
    command: (url, token) => [process.execPath, 'examples/bots/bot.ts', url, token],
  },
  {
    file: 'examples/bots/bot.py',
    needs: 'python3',
    command: (url, token) => ['python3', 'examples/bots/bot.py', url, token],
  },
  { file: 'examples/go/bot.go', needs: 'go', command: (url, token) => [goBot(), '-url', url, '-bot', '-token', token] },
];

function goBot(folder = `${ROOT}examples/go`): string {
  const program = join(built, 'client');
  const made = spawnSync('go', ['build', '-buildvcs=false', '-o', program, '.'], { cwd: folder });
  if (made.status !== 0) throw new Error(String(made.stderr));
  return program;
}

const isMissing = (program: string) => spawnSync(program, [program === 'go' ? 'version' : '--version']).status !== 0;

function start([program = '', ...words]: readonly string[], games: readonly string[]): ChildProcess {
  const child = spawn(program, [...words, ...games], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  children.add(child);
  child.stderr?.on('data', (text) => process.stderr.write(text));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  children.delete(child);
}

/** Challenges the bot, and waits for what it says. */
async function challenged(client: FlowerWarClient, bot: string, game: AnyGame, table = {}) {
  const { challenge } = await client.people.challenge(bot, { game, table });
  const answered = async () => (await client.people.challenges()).find((one) => one.challenge === challenge);
  await expect.poll(async () => (await answered())?.state, { timeout: 20_000 }).not.toBe('open');
  return answered();
}

async function tokenOfBot(ana: FlowerWarClient) {
  const { player: bot } = await botsOf(ana).create('Tezcat');
  const { secret } = await ana.tokens.create({ name: 'kit', scopes: ['bot', 'read', 'play', 'lobby'], days: 1, bot });
  return { bot, secret };
}

/** Plays any moves, this many of them or to the end. */
async function play(live: LiveMatchOf<AnyGame>, moves = Number.POSITIVE_INFINITY): Promise<void> {
  for (let played = 0; played < moves; played++) {
    await live.until(({ isOver, legal }) => isOver || legal.length > 0, { within: 60_000 });
    if (live.isOver) return;
    await live.play(live.legal[Math.floor(Math.random() * live.legal.length)] ?? '');
  }
}

for (const { file, needs, command, socket = false } of KITS) {
  const reason = isMissing(needs) ? ` (skipped: there is no ${needs})` : '';
  describe.skipIf(reason !== '')(`${file}${reason}`, () => {
    test('is what the document shows', () => {
      const shown = readFileSync(`${ROOT}docs/programs.md`, 'utf8');
      expect(shown).toContain(`\n${readFileSync(ROOT + file, 'utf8').trim()}\n\`\`\`\n`);
    });

    test('takes challenges of its games, plays to the end, and goes on after it was killed', {
      timeout: 180_000,
    }, async () => {
      const [ana, ben] = [await person('Ana'), await person('Ben')];
      const { bot, secret } = await tokenOfBot(ana);
      const words = command(house.url, secret);
      const games = ['tieqchieq', 'space-aztecs'] as const;
      let child = start(words, games);
      const listed = async () => (await botsOf(ben).list()).bots.find(({ player }) => player === bot);
      await expect.poll(listed, { timeout: 20_000 }).toMatchObject({ name: 'Tezcat (bot: Ana)', games });
      expect(await challenged(ben, bot, 'mexica')).toMatchObject({ state: 'declined', reason: 'settings' });
      for (const game of games) {
        const { match = '', code = '' } = (await challenged(ben, bot, game)) ?? {};
        const live = closing(await ben.join(match, { code }));
        await play(live, 3);
        await stop(child);
        child = start(words, games);
        await play(live);
        const { result, seats } = await ben.match(match);
        expect(result?.result).toMatch(/win|draw|none/);
        expect(seats.map(({ name }) => name).toSorted()).toEqual(['Ben', 'Tezcat (bot: Ana)']);
      }
      await stop(child);
    });

    test('takes a challenge also beside a newer one that it cannot accept', { timeout: 60_000 }, async () => {
      const [ana, ben, eve] = [await person('Ana'), await person('Ben'), await person('Eve')];
      const { bot, secret } = await tokenOfBot(ana);
      await botsOf(await programClient({ url: house.url }, secret)).ready();
      for (const one of [ben, eve]) await one.people.challenge(bot, { game: 'tieqchieq' });
      await eve.create({ game: 'mexica' }); // with the table of the challenge, that is more than one host may have
      const child = start(command(house.url, secret), []);
      const answered = async () => (await ben.people.challenges())[0]?.state;
      await expect.poll(answered, { timeout: 20_000 }).toBe('accepted');
      await stop(child);
    });

    test('waits for its server, and ends with the words of the server when its token has ended', {
      timeout: 60_000,
    }, async () => {
      const ana = await person('Ana');
      const { bot, secret } = await tokenOfBot(ana);
      const way = await unsteadyWay(house.url, 'away');
      const child = start(command(way.url, secret), ['tieqchieq']);
      let told = '';
      child.stderr?.on('data', (text) => (told += text));
      await expect.poll(() => told, { timeout: 20_000 }).toContain('503');
      way.comeBack();
      const listed = async () => (await botsOf(ana).list()).bots.some(({ player }) => player === bot);
      await expect.poll(listed, { timeout: 20_000 }).toBe(true);
      await botsOf(ana).delete(bot);
      const [code] = await once(child, 'exit');
      expect(code).toBe(1);
      expect(told).toContain(needs === 'go' ? 'unauthorized' : 'its owner makes a new token');
      expect(told).not.toMatch(/Traceback|\n +at /);
    });

    test('sends its moves again that got no answer, or a 503', { timeout: 90_000 }, async () => {
      const [ana, ben] = [await person('Ana'), await person('Ben')];
      const { bot, secret } = await tokenOfBot(ana);
      const way = await unsteadyWay(house.url);
      const child = start(command(way.url, secret), ['tieqchieq']);
      const { match = '', code = '' } = (await challenged(ben, bot, 'tieqchieq')) ?? {};
      await play(closing(await ben.join(match, { code })));
      expect(await ben.match(match)).toMatchObject({ status: 'ended' });
      expect(way.harmed).toEqual(socket ? [] : ['lost', 'unavailable', 'half']);
      await stop(child);
    });
  });
}

/** What the plain door has, with less patience, so that the test need not wait a minute. */
const HASTY: readonly { readonly from: string; readonly needs: string; readonly edits: readonly Edit[] }[] = [
  { from: 'bots', needs: 'python3', edits: [['flower_war_bot.py', 'SILENCE_SECONDS = 60', 'SILENCE_SECONDS = 3']] },
  {
    from: 'go',
    needs: 'go',
    edits: [
      ['server.go', 'longestAnswer = 60 * time.Second', 'longestAnswer = 3 * time.Second'],
      ['seat.go', 'usualPace = 25 * time.Second', 'usualPace = 1 * time.Second'],
    ],
  },
];

for (const { from, needs, edits } of HASTY)
  test.skipIf(isMissing(needs))(
    `examples/${from} asks again where a connection fell silent`,
    {
      timeout: 90_000,
    },
    async () => {
      const [ana, ben] = [await person('Ana'), await person('Ben')];
      const { bot, secret } = await tokenOfBot(ana);
      const way = await unsteadyWay(house.url, 'mute');
      const folder = edited(from, edits);
      const words =
        needs === 'go'
          ? [goBot(folder), '-url', way.url, '-bot', '-token', secret]
          : ['python3', join(folder, 'bot.py'), way.url, secret];
      const child = start(words, ['tieqchieq']);
      const { match = '', code = '' } = (await challenged(ben, bot, 'tieqchieq')) ?? {};
      await play(closing(await ben.join(match, { code })));
      expect(await ben.match(match)).toMatchObject({ status: 'ended' });
      expect(way.mute).toEqual([]);
      await stop(child);
    },
  );

test('liveAsBot tells a refused move, and what it chose too late answers no later question', {
  timeout: 60_000,
}, async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  const { bot, secret } = await tokenOfBot(ana);
  const program = await programClient({ url: house.url }, secret);
  const [told, asked, stop] = [[] as unknown[], [] as (number | undefined)[], new AbortController()];
  let played: MockInstance<LiveMatchOf<AnyGame>['play']> | undefined;
  const choose = async (live: LiveMatchOf<AnyGame>) => {
    const { decision } = live;
    asked.push(decision);
    if (asked.length === 1) played = vi.spyOn(live, 'play'); // it sees the moves after this one
    if (asked.length === 1) return 'nonsense';
    const [move = ''] = live.legal;
    if (asked.length > 2) return move;
    await live.until((now) => now.decision !== decision && now.legal.length > 0);
    return move;
  };
  const living = liveAsBot(program, { choose, onError: (error) => told.push(error), signal: stop.signal });
  const clock = { kind: 'turn', seconds: 5 };
  const { match = '', code = '' } = (await challenged(ben, bot, 'tieqchieq', { clock })) ?? {};
  play(closing(await ben.join(match, { code }))).catch(() => {}); // it ends with this test
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBeGreaterThan(2);
  stop.abort();
  await living.catch(() => {});
  expect(told).toMatchObject([{ name: 'RefusedError', code: 'bad-notation' }]);
  expect(asked[1]).toBe(asked[0]);
  expect(played?.mock.calls[0]?.[1]?.decision).toBe(asked[1]);
});

test('liveAsBot leaves its matches when it is stopped, also in the middle of a thought', {
  timeout: 60_000,
}, async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  const { bot, secret } = await tokenOfBot(ana);
  const program = await programClient({ url: house.url }, secret);
  const [thinks, stop] = [Promise.withResolvers<void>(), new AbortController()];
  const choose = () => {
    thinks.resolve();
    return new Promise<string>(() => {});
  };
  const living = liveAsBot(program, { choose, signal: stop.signal });
  const { match = '', code = '' } = (await challenged(ben, bot, 'tieqchieq')) ?? {};
  const live = closing(await ben.join(match, { code }));
  play(live).catch(() => {}); // it ends with this test
  await thinks.promise;
  const isThere = () => live.table.seats.some(({ name, present }) => name.startsWith('Tezcat') && present);
  expect(isThere()).toBe(true);
  stop.abort();
  await living;
  await expect.poll(isThere).toBe(false);
});
