/** The kit finds what a client does wrong, whichever line of it the client breaks: copies of the example clients, each with one fault. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gradeClient, linesOf } from '@flower-war/conformance';
import { describe, expect, test, vi } from 'vitest';
import { CAN_RUN, type Edit, example, type Language } from './examples.ts';

interface Fault {
  readonly fault: string;
  readonly edits: readonly Edit[];
  readonly as?: 'bot';
  /** The scenarios that are played have these words in their names. */
  readonly only: string;
  /** The lines that must fail, if they are not those of the scenarios. */
  readonly found?: readonly string[];
  /** What the kit says that the client had to do. */
  readonly due?: string;
  /** How long a match may take, if a few seconds do not suffice. */
  readonly seconds?: number;
}

/** The door by which each client plays. */
const DOORS = { python: 'socket', go: 'plain' } as const;

const named = (door: 'socket' | 'plain', words: string) => linesOf(door).filter((line) => line.includes(words));
const ONCE = 'sends one move for each decision';
const VIEWS = 'shows the right view each time';

const FAULTS: Readonly<Record<'python' | 'go', readonly Fault[]>> = {
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
      found: [...named('socket', 'repeats a move whose answer got lost'), ONCE],
    },
    {
      fault: 'no way back',
      edits: [['flower_war.py', 'print(f"lost the connection: {why!r}", file=sys.stderr)', 'raise SystemExit(1)']],
      only: 'lost before the state',
    },
    {
      fault: 'the address of the server instead of that of the answer',
      edits: [['flower_war.py', 'connection.get("publicAddress") or host', 'host']],
      only: 'match of space-aztecs',
      found: ['plays a match of space-aztecs to its end', 'opens the address that the newest answer names'],
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
    },
    {
      fault: 'lines without step and view',
      edits: [['client.py', 'say("shown", step=seat.step, view=seat.view, ', 'say("shown", ']],
      only: 'match of tieqchieq',
      found: [VIEWS],
      seconds: 60,
    },
    {
      fault: 'a way back to a step from before',
      edits: [
        ['client.py', 'last = None', 'last, lines = None, []'],
        ['client.py', '    last = line', '    last = line\n    lines.append(line)'],
        ['client.py', '    say("over"', '    print(lines[1], flush=True)\n    say("over"'],
      ],
      only: 'match of tieqchieq',
      found: [VIEWS],
      seconds: 60,
    },
    {
      fault: 'other winners',
      edits: [['client.py', 'result=seat.table["result"]', 'result={**seat.table["result"], "winners": []}']],
      only: 'match of tieqchieq',
      seconds: 60,
    },
  ],
  go: [
    {
      fault: 'no way back',
      edits: [['seat.go', 'if isFinal(err) {', 'if err != nil {']],
      only: 'comes back',
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
      found: [...named('plain', 'with the same id'), ONCE],
    },
    {
      fault: 'no second try',
      edits: [['moves.go', 'answer.Kind != "accepted"', 'answer.Kind == ""']],
      only: 'outcome is not known',
      due: '"] again.',
    },
    {
      fault: 'no other move after a refusal',
      edits: [['moves.go', 's.rejected <- move.Decision', '']],
      only: 'codes of a newer server',
      due: 'choose another move, since [',
    },
    {
      fault: 'no ear while it waits',
      edits: [['moves.go', 'go s.send(', 's.send(']],
      only: 'while an answer is on its way',
      seconds: 30,
    },
    {
      fault: 'no answer to heartbeats',
      edits: [['seat.go', 'go s.sayHere(lost)', '']],
      only: 'heartbeat',
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
    },
    {
      fault: 'trust in the codes that it knows',
      edits: [['server.go', '|| r.Status >= 500', '|| r.Code == "unavailable"']],
      only: 'codes of a newer server',
    },
    {
      fault: 'a question that the token of its bot account may not ask',
      edits: [
        [
          'seat.go',
          '\terr := patiently(func() error { return s.Server.Call("POST", s.path("/connect")',
          '\t_ = s.Server.Call("GET", "/api/me/sessions", nil, &struct{}{})\n\terr := patiently(func() error { return s.Server.Call("POST", s.path("/connect")',
        ],
      ],
      as: 'bot',
      only: 'match of tieqchieq',
      found: ['asks for nothing that the scopes of its token do not allow'],
      seconds: 60,
    },
    {
      fault: 'no result',
      edits: [['main.go', ', Result: seat.Table["result"]', '']],
      only: 'plays a match of',
    },
    {
      fault: 'a view that never changes',
      edits: [['seat.go', '\tput(s.View, told.View)', '\tif told.Kind == "state" {\n\t\tput(s.View, told.View)\n\t}']],
      only: 'match of space-aztecs',
      found: [VIEWS],
      seconds: 60,
    },
  ],
};

async function commandOf(language: Language, edits: readonly Edit[]) {
  const { command } = await example(language, edits);
  return `exec ${command.join(' ')}`;
}

/** The client waits two seconds before it sends a move again. The server could play the match to its end in that time. */
const NO_HURRY: Readonly<Record<'python' | 'go', Edit>> = {
  python: [
    'flower_war.py',
    'self._send(action)  # the outcome is not known',
    '__import__("threading").Timer(2, self._send, [action]).start()',
  ],
  go: ['moves.go', 'move, &answer); err != nil {', 'move, &answer); err != nil {\n\t\t\ttime.Sleep(2 * time.Second)'],
};

// Most of the time these matches wait, so several are played at once.
describe.for(['python', 'go'] as const)('a client in %s', (language) => {
  const door = DOORS[language];
  const graded = CAN_RUN[language] ? test.concurrent : test.skip;

  graded.for(FAULTS[language])('that has $fault fails the lines of it', async (fault, { expect }) => {
    const { as, only, found = named(door, only), edits, due, seconds = 12 } = fault;
    const report = await gradeClient({ cmd: await commandOf(language, edits), door, as, only, seconds });
    expect(report.failed).toEqual(expect.arrayContaining([...found]));
    if (due !== undefined) expect(found.map((line) => report.textOf(line)).join('\n')).toContain(due);
  });

  graded('that is in no hurry to send a move again fails none', async ({ expect }) => {
    const cmd = await commandOf(language, [NO_HURRY[language]]);
    const { failed } = await gradeClient({ cmd, door, only: 'repeats a move', seconds: 60 });
    expect(failed).toEqual([]);
  });

  graded('that has no fault fails none, and shows its door by itself', async ({ expect }) => {
    const told: string[] = [];
    const cmd = await commandOf(language, []);
    const { failed, passed } = await gradeClient({
      cmd,
      only: 'is lost',
      seconds: 60,
      tell: (line) => told.push(line),
    });
    expect(failed).toEqual([]);
    expect(passed.length).toBeGreaterThan(7);
    expect(told[0]).toContain(`plays by the ${door}`);
  });
});

test('a client that opens no door cannot be graded', async () => {
  await expect(gradeClient({ cmd: 'true', seconds: 5 })).rejects.toThrow('neither a socket nor a stream');
});

const ONE_MATCH = { door: 'socket', only: 'match of tieqchieq' } as const;

test('a client that prints without end is ended, and fails', async () => {
  const { failed } = await gradeClient({ cmd: `yes '{"kind":"shown"}'`, ...ONE_MATCH, seconds: 60 });
  expect(failed).toContain('plays a match of tieqchieq to its end');
});

test('a client that leaves a program behind fails, and the kit goes on', async () => {
  const left = `require('node:child_process').spawn('sleep', ['10'], { detached: true, stdio: 'inherit' }).unref()`;
  const { failed } = await gradeClient({ cmd: `node -e "${left}"`, ...ONE_MATCH, seconds: 3 });
  expect(failed).toContain('plays a match of tieqchieq to its end');
});

test('to stop the kit stops the client', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'graded-')), 'pid');
  const stopped = new AbortController();
  const graded = gradeClient({
    cmd: `echo $$ > ${file}; exec sleep 300`,
    ...ONE_MATCH,
    seconds: 60,
    signal: stopped.signal,
  });
  graded.catch(() => {});
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), { timeout: 30_000 });
  stopped.abort(new Error('Stopped.'));
  await expect(graded).rejects.toThrow('Stopped.');
  expect(() => process.kill(Number(readFileSync(file, 'utf8')), 0)).toThrow('ESRCH');
});
