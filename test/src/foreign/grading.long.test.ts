/** The kit finds what a client does wrong, whichever line of it the client breaks: copies of the example clients, each with one fault. */
import { gradeClient, linesOf } from '@flower-war/conformance';
import { describe, expect, type TestContext, test } from 'vitest';
import { type Edit, example, type Language, MISSING } from './examples.ts';

interface Fault {
  readonly fault: string;
  readonly edits: readonly Edit[];
  /** The scenarios that are played, and all lines that must fail. */
  readonly only: string;
  readonly found: readonly string[];
  /** How long a match may take, if a few seconds do not suffice. */
  readonly seconds?: number;
}

/** The door by which each client plays. */
const DOORS = { python: 'socket', go: 'plain' } as const;

const LOST = [
  'comes back when the stream is lost before its first line',
  'comes back when the stream is lost between two lines',
  'comes back when the stream is lost in the middle of a line',
  'comes back when the server closes the stream',
  'comes back after a restart of the server',
  'comes back when the server has lost the stream',
  'comes back from a stream that fell silent',
];
const REPEATS = [
  'sends a move that got lost again, with the same id',
  'repeats a move whose answer got lost, with the same id',
  'repeats a move whose outcome is not known, with the same id',
];
const PLAYS = ['space-aztecs', 'tieqchieq', 'flower-war'].map((game) => `plays a match of ${game} to its end`);

const FAULTS: Readonly<Record<Language, readonly Fault[]>> = {
  python: [
    {
      fault: 'a repeat with a new id',
      edits: [
        [
          'flower_war.py',
          '                self._send(action)  # its answer was lost',
          '                self._send([random.getrandbits(32), *action[1:]])  # its answer was lost',
        ],
      ],
      only: 'repeats a move whose answer got lost',
      found: ['repeats a move whose answer got lost, with the same id', 'sends one move for each decision'],
    },
    {
      fault: 'no way back',
      edits: [['flower_war.py', 'print(f"lost the connection: {why!r}", file=sys.stderr)', 'raise SystemExit(1)']],
      only: 'lost before the state',
      found: ['comes back when the socket is lost before the state'],
    },
    {
      fault: 'the address of the server instead of that of the answer',
      edits: [['flower_war.py', 'connection.get("publicAddress") or host', 'host']],
      only: 'match of space-aztecs',
      found: ['plays a match of space-aztecs to its end', 'opens the address that the newest answer names'],
    },
    {
      fault: 'a view that never changes',
      edits: [['flower_war.py', '**(changed or {})}', '}']],
      only: 'match of space-aztecs',
      found: ['shows the right view each time'],
    },
    {
      fault: 'a move that is not legal',
      edits: [['client.py', 'chance.choice(legal)', 'chance.choice([*legal, "fly away"])']],
      only: 'match of space-aztecs',
      found: ['plays only legal moves'],
    },
    {
      fault: 'fear of new elements',
      edits: [
        [
          'flower_war.py',
          '(list(message) + [None] * 6)[:6]',
          '(list(message) + [None] * (6 - len(message))) if len(message) <= 8 else []',
        ],
      ],
      only: 'a newer server says',
      found: ['passes over what only a newer server says'],
    },
  ],
  go: [
    {
      fault: 'no way back',
      edits: [['seat.go', 'if isFinal(err) {', 'if err != nil {']],
      only: 'comes back',
      found: LOST,
    },
    {
      fault: 'no eye for the steps that it missed',
      edits: [
        ['seat.go', 'Sprintf("?from=%d", s.Step)', 'Sprintf("?from=%d", s.Step)\n\t\ts.Table = Fields{}'],
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
      edits: [['main.go', 'return legal[', 'return append([]string{"fly away"}, legal...)[']],
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
  ],
};

async function commandOf(
  language: Language,
  edits: readonly Edit[],
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
) {
  const { command, remove } = await example(language, edits);
  onTestFinished(remove);
  return `exec ${command.join(' ')}`;
}

// Most of the time these matches wait, so several are played at once.
describe.for(['python', 'go'] as const)('a client in %s', (language) => {
  const door = DOORS[language];
  const graded = MISSING[language] === undefined ? test.concurrent : test.skip;

  graded.for(FAULTS[language])('that has $fault fails the lines of it', async (fault, context) => {
    const { only, found, edits, seconds = 12 } = fault;
    const { failed } = await gradeClient({ cmd: await commandOf(language, edits, context), door, only, seconds });
    context.expect(failed).toEqual(expect.arrayContaining([...found]));
  });

  graded('that has no fault fails none, and shows its door by itself', async (context) => {
    const told: string[] = [];
    const cmd = await commandOf(language, [], context);
    const { failed, passed } = await gradeClient({
      cmd,
      only: 'is lost',
      seconds: 60,
      tell: (line) => told.push(line),
    });
    context.expect(failed).toEqual([]);
    context.expect(passed.length).toBeGreaterThan(7);
    context.expect(told[0]).toContain(`plays by the ${door}`);
  });
});

test('a client that opens no door cannot be graded', async () => {
  await expect(gradeClient({ cmd: 'true', seconds: 5 })).rejects.toThrow('neither a socket nor a stream');
});

test('each line of the plain door is broken by a fault', () => {
  expect(FAULTS.go.flatMap(({ found }) => found)).toEqual(expect.arrayContaining([...linesOf('plain')]));
});
