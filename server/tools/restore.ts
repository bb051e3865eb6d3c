/** `npm run restore -- FILE`: puts a backup where the server looks for its data. */
import { restore } from '../src/store/data-folder/backup.ts';
import { runCopyTool } from './copying.ts';
import { say } from './records/recordFile.ts';

const USAGE = `npm run restore -- FILE [--force] puts a backup where the server looks for its data. Stop the server first.

  FILE     a file that npm run backup wrote
  --force  replaces existing data, and keeps the old data beside the new

It restores to DATA_DIR, like the server.`;

await runCopyTool(USAGE, async (copying) => {
  const { matches, people, kept } = await restore(copying);
  const before = kept.map((file) => `The old file is now ${file}.`);
  return say([`${copying.folder} holds ${matches} matches and ${people} people.`, ...before]);
});
