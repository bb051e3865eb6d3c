/** The bots in examples/plain play whole matches on a real server, with nothing but Python or curl. */

import { execFile, spawnSync } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import type { MatchSummary } from '@flower-war/protocol';
import { GAMES } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { ROOT } from '../support/program.ts';
import { unsteadyWay } from './unsteady.fixture.ts';

const run = promisify(execFile);
const BOTS = [
  { file: 'bot.py', program: 'python3', needs: 'python3' },
  { file: 'bot.sh', program: 'sh', needs: 'curl' },
] as const;
/** The matches in which a bot has answered a heartbeat. */
const answered = new Set<string>();
subscribe('http.server.request.start', (message) => {
  const { url = '' } = (message as { request: IncomingMessage }).request;
  const [, match] = /\/(\w+)\/here$/.exec(url) ?? [];
  if (match !== undefined) answered.add(match);
});

serveThisFile({ HEARTBEAT_SECONDS: '1' });

const isMissing = (program: string) => spawnSync(program, ['--version']).status !== 0;

async function play(program: string, file: string, game: string, url = house.url): Promise<MatchSummary> {
  const words = [`${ROOT}examples/plain/${file}`, url, game];
  const { stdout, stderr } = await run(program, words, { timeout: 200_000 });
  if (url === house.url) expect(stderr).toBe('');
  const [, match] = /([0-9A-Z]{8}) \{/.exec(stdout) ?? [];
  return (await (await fetch(`${house.url}/api/matches/${match}`)).json()) as MatchSummary;
}

for (const { file, program, needs } of BOTS) {
  const reason = isMissing(needs) ? ` (skipped: there is no ${needs})` : '';
  describe.skipIf(reason !== '')(`${file}${reason}`, () => {
    test.concurrent.for([...GAMES.keys()])('plays %s to the end', { timeout: 210_000 }, async (game) => {
      const match = await play(program, file, game);
      expect(match).toMatchObject({ game, result: { result: expect.stringMatching(/win|draw|none/) } });
      expect(match.seats.map(({ kind }) => kind).sort()).toEqual([...match.seats.slice(1).map(() => 'bot'), 'player']);
      expect(answered).toContain(match.match);
    });

    test('sends its moves again that got no answer, or a 503', { timeout: 210_000 }, async () => {
      const way = await unsteadyWay(house.url);
      expect(await play(program, file, 'tieqchieq', way.url)).toMatchObject({ status: 'ended' });
      expect(way.harmed).toEqual(['lost', 'unavailable', 'half']);
    });

    test('says why it cannot play', async () => {
      await expect(play(program, file, 'no-such-game')).rejects.toThrow(/404/);
    });
  });
}
