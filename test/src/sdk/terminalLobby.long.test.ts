/** Finding a match from the terminal, and playing a rematch. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { house, person, playOn, serveThisFile } from './house.ts';

serveThisFile({ MESSAGES_PER_SECOND: '100000', QUICK_FILL_SECONDS: '1' });

async function play(given: readonly string[], input: string) {
  const [folder, state] = await Promise.all([mkdtemp(join(tmpdir(), 'play-')), mkdtemp(join(tmpdir(), 'state-'))]);
  return runProgram(['terminal/src/play.ts', '--url', house.url, ...given], input, { folder, state });
}

test('--lobby shows the matches, and a number takes a seat', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', options: { turnCap: 6 } });
  const live = await ana.join(match);
  const [told] = await Promise.all([
    play(['--lobby', '--game', 'tieqchieq'], `7\n1\n${'1\n'.repeat(30)}`),
    playOn(live),
  ]);
  expect(told).toMatchObject({ problems: '', code: 0 });
  expect(told.out).toContain('  1  Tieqchieq  open  1 of 2 free  Ana');
  expect(told.out).toContain('"7" is no number of the list; q leaves.');
  expect(told.out).toContain('YELLOW  Guest');
  live.close();
});

test('--lobby can be left', async () => {
  expect(await play(['--lobby'], 'q\n')).toMatchObject({ problems: '', code: 0 });
});

test('--quick plays with whoever comes, here a bot; Enter at the end plays a rematch', async () => {
  const { out, problems, code } = await play(
    ['--quick', '--game', 'tieqchieq'],
    '1\nresign\nyes\n\n1\nresign\nyes\nq\n',
  );
  expect({ problems, code }).toEqual({ problems: '', code: 0 });
  expect(out).toContain('The match begins when every seat is taken.');
  expect(out.match(/wins by forfeit: all other players have given up\./g)).toHaveLength(2);
  expect(out.match(/Enter plays a rematch; q leaves\./g)).toHaveLength(2);
  expect(out).toContain('  YELLOW  Guest'); // one seat further
});

test('--join takes a link', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', table: { visibility: 'private' }, bots: [{ bot: 'random' }] });
  const { out, code } = await play(['--join', match.link!], 'resign\nyes\n');
  expect(code).toBe(0);
  expect(out).toContain('wins by forfeit: all other players have given up.');
});
