/**
 * `npm run balance`: plays the series of docs/balance.md and writes the page. `--game tieqchieq` plays that game alone,
 * and keeps the tables of the others.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { readFileSync, writeFileSync } from 'node:fs';
import { chosenGame } from '../match.ts';
import { commandOf, page, printed, type Series, tableIn } from './balanceSheet.ts';

const PAGE = new URL('../../../docs/balance.md', import.meta.url);

const {
  values: { game },
} = commandLine({
  name: 'balance',
  does: 'plays the series of docs/balance.md and writes the page',
  flags: { game: { kind: 'text', of: 'ID', tells: 'plays this game alone, and keeps the tables of the others' } },
});
if (game !== undefined) chosenGame(game);
const before = readFileSync(PAGE, 'utf8');
writeFileSync(PAGE, page(tableFor));

function tableFor(series: Series): string {
  const kept = game === undefined || series.game === game ? undefined : tableIn(before, series);
  if (kept !== undefined) return kept;
  console.log(commandOf(series));
  return printed(series);
}
