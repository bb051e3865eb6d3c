/**
 * `npm run balance`: plays the series of docs/balance.md and writes the page. `--game tieqchieq` plays that game alone,
 * and keeps the tables of the others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { commandLine } from '../arguments.ts';
import { chosenGame } from '../match.ts';
import { commandOf, page, printed, type Series, tableIn } from './balanceSheet.ts';

const PAGE = new URL('../../../docs/balance.md', import.meta.url);

const { game } = commandLine({ game: { type: 'string' } });
if (game !== undefined) chosenGame(game);
const before = readFileSync(PAGE, 'utf8');
writeFileSync(PAGE, page(tableFor));

function tableFor(series: Series): string {
  const kept = game === undefined || series.game === game ? undefined : tableIn(before, series);
  if (kept !== undefined) return kept;
  console.log(commandOf(series));
  return printed(series);
}
