/** The temple without a terminal: commands come in as lines, and events go out as lines. */
import { createInterface } from 'node:readline';
import { readLine } from './commands.ts';
import { explain } from './problem.ts';
import { perform, type Session } from './session.ts';

const HELP =
  'war [N] [KIND], rain [N] [KIND], knock war rain ..., offline [S], online, network FAULT [S], reboot, wipe, code, status, settle, script NAME, quit';

/** Runs one command after the other. Ends at `quit`, or at the end of the input when all is settled. */
export async function runLines(session: Session, input: NodeJS.ReadableStream): Promise<void> {
  await session.twin.until('its boot', ({ display }) => display.power === 'on');
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const command = readLine(line);
    if (command?.kind === 'quit') return;
    if (command === undefined) session.note(`"${line.trim()}" is no command. There are: ${HELP}`);
    else if (command.kind === 'help') session.note(HELP);
    else await perform(session, command).catch((error) => session.note(explain(error)));
  }
  await session.twin.settled().catch((error) => session.note(explain(error)));
}
