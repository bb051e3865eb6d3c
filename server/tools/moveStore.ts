/** `npm run do -- move-store --from PLACE --to PLACE`: moves the data of a server into PostgreSQL, or out of it. */
import { commandLine, whereGiven } from '@flower-war/protocol/command-line';
import { isUrl, moveStore } from '../src/store/moving/moveStore.ts';
import { runDataTool } from './copying.ts';
import { say } from './records/recordFile.ts';

const { values } = commandLine({
  name: 'do -- move-store',
  does: 'moves all data of a server. Stop all servers first',
  flags: {
    from: {
      kind: 'text',
      of: 'PLACE',
      isNeeded: true,
      tells: 'a data folder, or postgres://user:password@host/database',
    },
    to: { kind: 'text', of: 'PLACE', isNeeded: true, tells: 'the new place, which must be empty' },
  },
  more: `It checks all records, copies all tables, compares every row, and marks the old data as moved, so that no server opens it again. If the
move is cut off, run the same command again.`,
});

await runDataTool(async () => {
  const copied = await moveStore({ from: placeOf(values.from), to: placeOf(values.to) });
  if (copied === undefined) return say(['The move that was cut off is finished.']);
  const { matches, people, entries, rows } = copied;
  return say([
    `Moved ${matches} matches with ${entries} entries, ${people} people, ${rows} rows in all; every row is equal.`,
  ]);
});

function placeOf(given: string): string {
  return isUrl(given) ? given : whereGiven(given);
}
