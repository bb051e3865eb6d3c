/** What a player sees in the terminal: in the language of the player, within the width, and each new thing explained once. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { house, serveThisFile } from './house.ts';

serveThisFile();

let state: string;

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'state-'));
});

async function play(given: readonly string[], input: string, env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'play-'));
  const words = ['terminal/src/play.ts', '--url', house.url, '--game', 'tieqchieq', '--bot', 'random', ...given];
  return runProgram(words, input, { folder, state, env });
}

const SHORT = ['--options', 'turnCap=8,startPlayer=host'];
const linesOf = (out: string) => out.split('\n');

test('a match in Spanish on 60 columns', async () => {
  const { out, problems, code } = await play(['--lang', 'es', ...SHORT], `?\n${'1\n'.repeat(60)}`, { COLUMNS: '60' });
  expect({ problems, code }).toEqual({ problems: '', code: 0 });
  expect(linesOf(out).filter((line) => line.length > 60)).toEqual([]);
  expect(out).toContain('Objetivo: Lleva tus seis fichas a casa');
  expect(out).toContain('Te toca, ROJO: Lanza las monedas.');
  expect(out).toContain('  1  Lanza las monedas.');
  expect(out.replace(/\s+/g, ' ')).toContain('la partida ha llegado a su última tirada.');
  expect(out).toContain('El registro está en');
  expect(out).not.toMatch(/\b(toss|YELLOW|greedy|random)\b/);
});

test('the language is that of the system', async () => {
  const { out } = await play(['--help'], '', { LC_ALL: 'es_MX.UTF-8' });
  expect(out).toContain('juega o mira una partida en esta terminal');
  expect((await play(['--frob'], '', { LC_ALL: 'es_MX.UTF-8' })).problems).toContain('No se entiende --frob.');
  expect((await play(['--lang', 'fr'], '')).problems).toContain('There is no language "fr" here. There is: en, es.');
});

test('each new thing is explained once, and not at all to a player who wants no hints', async () => {
  const hints = ({ out }: { readonly out: string }) => out.match(/New: You toss four coins\./g)?.length ?? 0;
  const input = '1\n'.repeat(60);
  expect(hints(await play(['--no-hints', ...SHORT], input))).toBe(0);
  expect(hints(await play(SHORT, input))).toBe(1);
  expect(hints(await play(SHORT, input))).toBe(0);
});

test('giving up is asked once, and any other line goes on', async () => {
  const { out, code } = await play(SHORT, 'resign\n1\nresign\nyes\n');
  expect(code).toBe(0);
  expect(out.match(/Do you want to give the match up for good\?/g)).toHaveLength(2);
  expect(out).toContain('You play on.');
  expect(out).toContain('wins by forfeit');
});
