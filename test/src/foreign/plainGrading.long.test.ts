/** The kit finds what a client of the plain door does wrong: copies of the client in Go, each with one fault. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gradeClient, linesOf } from '@flower-war/conformance';
import { describe, expect, type TestContext, test } from 'vitest';
import { GoCopy, whyNoGo } from './go.ts';

/** A place in the client, and what stands there instead. */
type Edit = readonly [file: string, was: string, is: string];

interface Fault {
  readonly fault: string;
  readonly edits: readonly Edit[];
  /** The scenarios that are played, and all lines that must fail. */
  readonly only: string;
  readonly found: readonly string[];
  /** How long a match may take, if a few seconds do not suffice. */
  readonly seconds?: number;
}

const BACK = [
  'comes back when the stream is lost before its first line',
  'comes back when the stream is lost between two lines',
  'comes back when the stream is lost in the middle of a line',
  'comes back when the server closes the stream',
  'comes back after a restart of the server',
  'comes back when the server has lost the stream',
  'comes back from a stream that fell silent',
] as const;
const REPEATS = [
  'sends a move that got lost again, with the same id',
  'repeats a move whose answer got lost, with the same id',
  'repeats a move whose outcome is not known, with the same id',
] as const;
const PLAYS = ['space-aztecs', 'tieqchieq', 'flower-war'].map((game) => `plays a match of ${game} to its end`);

const FAULTS: readonly Fault[] = [
  {
    fault: 'no way back',
    edits: [['seat.go', 'if isFinal(err) {', 'if err != nil {']],
    only: 'comes back',
    found: BACK,
  },
  {
    fault: 'the end of an answer for the end of the match',
    edits: [['server.go', "ReadBytes('\\n')\n", "ReadBytes('\\n')\n\t\tif err == io.EOF {\n\t\t\tos.Exit(0)\n\t\t}\n"]],
    only: 'in the middle of a line',
    found: ['comes back when the stream is lost in the middle of a line'],
  },
  {
    fault: 'half a line for a line',
    edits: [
      [
        'server.go',
        '\t\t\treturn err\n\t\t}\n\t\ttake(line)',
        '\t\t\ttake(line)\n\t\t\treturn err\n\t\t}\n\t\ttake(line)',
      ],
      [
        'seat.go',
        'Unmarshal(text, &kind) != nil {\n\t\treturn false',
        'Unmarshal(text, &kind) != nil {\n\t\tpanic(text)',
      ],
    ],
    only: 'in the middle of a line',
    found: ['comes back when the stream is lost in the middle of a line'],
  },
  {
    fault: 'no eye for the steps that it missed',
    edits: [
      [
        'seat.go',
        'path += fmt.Sprintf("?from=%d", s.Step)',
        'path += fmt.Sprintf("?from=%d", s.Step)\n\t\ts.Table = Fields{}',
      ],
      [
        'seat.go',
        '\tput(s.Table, told.Table)',
        '\tif told.Kind == "step" && s.status() == "" {\n\t\treturn\n\t}\n\tput(s.Table, told.Table)',
      ],
    ],
    only: 'catches up',
    found: ['catches up with what it missed, though the stream is lost again'],
    seconds: 6,
  },
  {
    fault: 'an eye for one whole state only',
    edits: [
      ['seat.go', 'if told.Kind == "state" {', 'if told.Kind == "state" {\n\t\tif s.isShown {\n\t\t\treturn\n\t\t}'],
    ],
    only: 'takes the whole state',
    found: ['takes the whole state where the server does not go on'],
    seconds: 6,
  },
  {
    fault: 'the next step instead of the last',
    edits: [['seat.go', '"?from=%d", s.Step', '"?from=%d", s.Step+1']],
    only: 'between two lines',
    found: ['goes on only after a step that it was shown'],
  },
  {
    fault: 'a new id for each try',
    edits: [['moves.go', 'var answer struct', 'move.ID = rand.Uint32()\n\t\tvar answer struct']],
    only: 'with the same id',
    found: [...REPEATS, 'sends one move for each decision'],
  },
  {
    fault: 'no second try',
    edits: [
      [
        'moves.go',
        'err := patiently(func() error {',
        'err := func(ask func() error) error { return ask() }(func() error {',
      ],
    ],
    only: 'with the same id',
    found: REPEATS,
    seconds: 6,
  },
  {
    fault: 'a time limit for answers',
    edits: [['server.go', 'http.DefaultClient.Do', '(&http.Client{Timeout: time.Second}).Do']],
    only: 'waits for slow answers',
    found: ['waits for slow answers'],
    seconds: 6,
  },
  {
    fault: 'no ear while it waits',
    edits: [['moves.go', 'go s.send(', 's.send(']],
    only: 'while an answer is on its way',
    found: ['reads and plays on while an answer is on its way'],
    seconds: 30,
  },
  {
    fault: 'no answer to heartbeats',
    edits: [['seat.go', 'go s.sayHere(lost)', '']],
    only: 'heartbeat',
    found: ['answers each heartbeat'],
    seconds: 30,
  },
  {
    fault: 'no ear for what the server has lost',
    edits: [['seat.go', '*heard.Streams > 0', '*heard.Streams >= 0']],
    only: 'has lost the stream',
    found: ['comes back when the server has lost the stream'],
  },
  {
    fault: 'fear of new kinds of lines',
    edits: [
      [
        'seat.go',
        '\tcase "heartbeat":',
        '\tcase "talk", "rematch", "closed":\n\tdefault:\n\t\tpanic(kind)\n\tcase "heartbeat":',
      ],
    ],
    only: 'a newer server says',
    found: ['passes over what only a newer server says'],
  },
  {
    fault: 'trust in the codes that it knows',
    edits: [['server.go', '|| r.Status >= 500', '|| r.Code == "unavailable"']],
    only: 'codes of a newer server',
    found: ['plays on after codes of a newer server'],
  },
  {
    fault: 'no result',
    edits: [['main.go', ', Result: seat.Table["result"]', '']],
    only: 'plays a match of',
    found: PLAYS,
  },
  {
    fault: 'no seat',
    edits: [['seat.go', '"POST", s.path("/seat")', '"POST", s.path("/sofa")']],
    only: 'match of space-aztecs',
    found: ['takes the seat itself, with the commitment of the match'],
  },
  {
    fault: 'a move that is not legal',
    edits: [
      [
        'main.go',
        'return legal[chance.Intn(len(legal))]',
        'return append([]string{"fly away"}, legal...)[chance.Intn(2)]',
      ],
    ],
    only: 'match of space-aztecs',
    found: ['plays only legal moves'],
  },
  {
    fault: 'a view that never changes',
    edits: [['seat.go', '\tput(s.View, told.View)', '\tif told.Kind == "state" {\n\t\tput(s.View, told.View)\n\t}']],
    only: 'match of space-aztecs',
    found: ['shows the right view each time'],
    seconds: 60,
  },
];

/** A copy with these faults, and its command. */
async function built(edits: readonly Edit[], { onTestFinished }: Pick<TestContext, 'onTestFinished'>): Promise<string> {
  const copy = new GoCopy();
  onTestFinished(() => copy.remove());
  for (const [file, was, is] of edits) {
    const path = join(copy.folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(was)) throw new Error(`${file} has no ${was}`);
    writeFileSync(
      path,
      text.replace(was, () => is),
    );
  }
  return `exec ${await copy.build()}`;
}

// Most of the time these matches wait, so several are played at once.
describe.skipIf(whyNoGo !== undefined)(`a client of the plain door that${whyNoGo ? ` (${whyNoGo})` : ''}`, () => {
  test.concurrent.for(FAULTS)('has $fault fails the lines of it', async (fault, context) => {
    const { only, found, edits, seconds = 12 } = fault;
    const { failed } = await gradeClient({ cmd: await built(edits, context), door: 'plain', only, seconds });
    context.expect(failed).toEqual(expect.arrayContaining([...found]));
  });

  test.concurrent('has no fault fails none, and shows its door by itself', async (context) => {
    const told: string[] = [];
    const tell = (line: string) => told.push(line);
    const cmd = await built([], context);
    const { failed, passed } = await gradeClient({ cmd, only: 'stream is lost', seconds: 60, tell });
    context.expect(failed).toEqual([]);
    context.expect(passed.length).toBe(9);
    context.expect(told[0]).toContain('plays by the plain door');
  });

  test('opens no door cannot be graded', async () => {
    await expect(gradeClient({ cmd: 'true', seconds: 5 })).rejects.toThrow('neither a socket nor a stream');
  });

  test('does one thing wrong is found, whichever line of the kit it breaks', () => {
    expect(FAULTS.flatMap(({ found }) => found)).toEqual(expect.arrayContaining([...linesOf('plain')]));
  });
});
