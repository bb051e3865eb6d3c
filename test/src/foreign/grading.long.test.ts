/** The kit finds what a client does wrong: copies of the client in Python, each with one fault. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gradeClient } from '@flower-war/conformance';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/program.ts';
import { PYTHON, whyNoPython } from './python.ts';

interface Fault {
  readonly fault: string;
  readonly file: string;
  /** A line of the client, and what stands there instead. */
  readonly was: string;
  readonly is: string;
  /** The scenario that is played, and words of all lines that must fail. */
  readonly only: string;
  readonly found: readonly string[];
}

const FAULTS: readonly Fault[] = [
  {
    fault: 'a repeat with a new id',
    file: 'flower_war.py',
    was: '                self._send(action)  # its answer was lost',
    is: '                self._send([random.getrandbits(32), *action[1:]])  # its answer was lost',
    only: 'repeats a move whose answer got lost',
    found: ['repeats a move whose answer got lost', 'sends one move for each decision'],
  },
  {
    fault: 'no way back',
    file: 'flower_war.py',
    was: '                print(f"lost the connection: {why!r}", file=sys.stderr)',
    is: '                raise SystemExit(1)',
    only: 'lost before the state',
    found: ['comes back when the socket is lost before the state'],
  },
  {
    fault: 'the address of the server instead of that of the answer',
    file: 'flower_war.py',
    was: 'connection.get("publicAddress") or host',
    is: 'host',
    only: 'match of space-aztecs',
    found: ['plays a match of space-aztecs', 'the newest answer names'],
  },
  {
    fault: 'a view that never changes',
    file: 'flower_war.py',
    was: '**(changed or {})}',
    is: '}',
    only: 'match of space-aztecs',
    found: ['shows the right view'],
  },
  {
    fault: 'a move that is not legal',
    file: 'client.py',
    was: 'chance.choice(legal)',
    is: 'chance.choice([*legal, "fly away"])',
    only: 'match of space-aztecs',
    found: ['plays only legal moves'],
  },
  {
    fault: 'fear of new elements',
    file: 'flower_war.py',
    was: '(list(message) + [None] * 6)[:6]',
    is: '(list(message) + [None] * (6 - len(message))) if len(message) <= 8 else []',
    only: 'a newer server says',
    found: ['passes over what only a newer server says'],
  },
];

/** A copy of the client with a fault, and its command. */
function broken({ file, was, is }: Fault): string {
  const folder = mkdtempSync(join(tmpdir(), 'broken-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(ROOT, 'examples/python'), folder, { recursive: true });
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(was);
  writeFileSync(join(folder, file), text.replace(was, is));
  return `exec ${PYTHON} ${join(folder, 'client.py')}`;
}

describe.skipIf(whyNoPython !== undefined)(`a client that${whyNoPython ? ` (${whyNoPython})` : ''}`, () => {
  test.for(FAULTS)('has $fault fails the lines of it', { timeout: 120_000 }, async (fault) => {
    const { failed } = await gradeClient({ cmd: broken(fault), only: fault.only, seconds: 10 });
    for (const words of fault.found) expect(failed.join('\n')).toContain(words);
  });

  test('has no fault fails none', { timeout: 120_000 }, async () => {
    const cmd = `exec ${PYTHON} ${join(ROOT, 'examples/python/client.py')}`;
    const { failed, passed } = await gradeClient({ cmd, only: 'socket is lost', seconds: 60 });
    expect(failed).toEqual([]);
    expect(passed.length).toBe(9);
  });
});
