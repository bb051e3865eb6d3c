/**
 * `npm run do -- balance`: runs the commands that docs/balance.md shows, and puts their tables below them. `--game tieqchieq` runs those of
 * that game alone.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { chosenGame } from './series.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/balance.md');
const SIMULATE = resolve(import.meta.dirname, 'simulate.ts');
/** A command with its arguments, and the table below it. */
const SHOWN = /(```sh\nnpm run do -- simulate (.*)\n```\n\n)(?:\|.*\n)*/g;

const {
  values: { game },
} = commandLine({
  name: 'do -- balance',
  does: 'plays the series of docs/balance.md and writes the page',
  flags: { game: { kind: 'text', of: 'ID', tells: 'plays this game alone, and keeps the tables of the others' } },
});
if (game !== undefined) chosenGame(game);
writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(SHOWN, played));

function played(before: string, command: string, given: string): string {
  if (game !== undefined && !given.includes(`--game ${game} `)) return before;
  console.log(`npm run do -- simulate ${given}`);
  return command + execFileSync(process.execPath, [SIMULATE, ...given.split(' ')], { encoding: 'utf8' });
}
