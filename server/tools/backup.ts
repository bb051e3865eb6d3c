/** `npm run backup -- FILE`: copies the data of the server, which may be running. */
import { backUp } from '../src/store/data-folder/backup.ts';
import { runCopyTool } from './copying.ts';
import { say } from './records/recordFile.ts';

const USAGE = `npm run backup -- FILE [--force] copies all data of the server into FILE, also while people play.

  FILE     holds the keys of the server: keep it as you keep them
  --force  replaces FILE if it exists

It copies from DATA_DIR, like the server. Whatever was accepted before it began is in the copy.`;

await runCopyTool(USAGE, async (copying) => {
  const { matches, people } = await backUp(copying);
  return say([`${copying.file} holds ${matches} matches and ${people} people.`]);
});
