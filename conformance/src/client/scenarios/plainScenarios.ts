/** What happens to a client that plays by the plain door, and what it must do then. */
import type { StreamLine, StreamLineOf } from '@flower-war/protocol';
import { type Answered, type Asking, isStream, type Tampering } from '../../gateway/gateway.ts';
import type { Loss, Stream } from '../../gateway/stream.ts';
import { actIn, type Watcher } from '../watcher.ts';
import { HEARTBEAT_SCENARIOS } from './heartbeats.ts';
import { NEWER_SCENARIOS } from './newerLines.ts';
import { at, GAME, owe, pause, type Scenario, type Stage, undisturbed } from './scenario.ts';

const isStep = (line: StreamLine): line is StreamLineOf<'step'> => line.kind === 'step';
const isAct = (asking: Asking) => actIn(asking) !== undefined;

/** How the stream is lost at a line, if it is. */
type Losing = (line: StreamLine, stream: Stream) => Loss | undefined;

const lost = (where: string, losing: (stage: Stage) => Losing): Scenario => ({
  name: `comes back when the stream is lost ${where}`,
  game: GAME,
  tampering: (stage) => {
    const lose = losing(stage);
    return { line: (line, stream) => lose(line, stream) ?? [line] };
  },
});

/** In turns: the connection breaks, or the answer ends as if it were whole. */
const inTurns = ({ happened }: Watcher): Loss['by'] => (happened % 2 === 1 ? 'break' : 'end');

function beforeFirst({ watcher }: Stage): Losing {
  const isTime = at(watcher, 1, 2, 3);
  return (_, { lines }) => (lines === 1 && isTime() ? { by: inTurns(watcher) } : undefined);
}

/** The first stream is lost after one line, the next after two, and so on. */
function afterMore(most: number, loss: (line: StreamLine) => Omit<Loss, 'by'>): (stage: Stage) => Losing {
  return ({ watcher }) =>
    (line, { lines }) => {
      if (line.kind === 'heartbeat' || watcher.happened >= most || lines <= watcher.happened) return undefined;
      watcher.happened++;
      return { ...loss(line), by: inTurns(watcher) };
    };
}

/** What the client's move brought is lost, and then the stream on which it catches up. */
function whileCatchingUp({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 2, 5);
  const forgotten = new Set<Stream>();
  let [isAway, isBack] = [false, false];
  return {
    asked: (asking) => {
      if (isAct(asking) && isTime()) [isAway, isBack] = [true, false];
      return asking;
    },
    line: (line, stream) => {
      if (!isAway || forgotten.has(stream)) return forgotten.has(stream) ? [] : [line];
      if (!isBack) {
        isBack = true;
        forgotten.add(stream);
        setTimeout(() => stream.cut(), 200);
        return [];
      }
      isAway = false;
      return { by: 'break', first: [line] };
    },
  };
}

/** The server shows the whole state, as it does to a client that has missed too much. */
function wholeAgain({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 1, 3, 5);
  return {
    asked: ({ call, sent }) => ({ call: isStream(call) ? call.replace(/\?.*/, '') : call, sent }),
    line: (line) => (isStep(line) && isTime() ? { by: 'break' } : [line]),
  };
}

function farewell({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 2, 4);
  const closed = { kind: 'closed', code: 'unavailable', message: 'The server stops for a moment.' };
  return { line: (line) => (isStep(line) && isTime() ? { by: 'end', first: [closed] } : [line]) };
}

function lostAct({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 2, 5, 9);
  return {
    asked: (asking) => {
      if (!isAct(asking) || !isTime()) return asking;
      owe(watcher, actIn(asking));
      return 'cut';
    },
  };
}

function lostAnswer({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 2, 5);
  return {
    answer: (passing) => {
      if (!isAct(passing) || !isTime()) return passing;
      owe(watcher, actIn(passing));
      return 'cut';
    },
  };
}

const UNKNOWN_OUTCOMES: readonly Answered[] = [
  { status: 200, body: { kind: 'retry' } },
  { status: 503, body: { code: 'unavailable', message: 'The server cannot do this now.' } },
  { status: 502, headers: { 'content-type': 'text/html' }, text: '<html>502 Bad Gateway</html>' },
  { status: 429, headers: { 'retry-after': '1' }, body: { code: 'too-many', message: 'You asked too often.' } },
];

/** The server does not get the move, so that the match cannot end before the client sends it again. */
function unknownOutcome({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 2, 4, 6, 8);
  return {
    asked: (asking) => {
      if (!isAct(asking) || !isTime()) return asking;
      owe(watcher, actIn(asking));
      return UNKNOWN_OUTCOMES[watcher.happened - 1] ?? asking;
    },
  };
}

function restart({ server, watcher }: Stage): Tampering {
  const isTime = at(watcher, 4);
  return {
    asked: (asking) => {
      if (isAct(asking) && isTime()) void server.restart();
      return asking;
    },
  };
}

function slow({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 1, 2, 3);
  return {
    answer: async (passing) => {
      if (!isAct(passing)) await pause(1500);
      else if (isTime()) await pause(3000);
      return passing;
    },
    line: async (line) => {
      await pause(20);
      return [line];
    },
  };
}

/** How long the client may take for its next move while an answer is on its way. */
const PLAYS_ON_WITHIN_MS = 5000;

/** The answer comes only after the client's next move, or the end of the match. */
function withheld({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 2, 5);
  let playsOn = () => {};
  let held: number | undefined;
  return {
    asked: (asking) => {
      if (isAct(asking) && actIn(asking)?.[1] !== held) playsOn();
      return asking;
    },
    answer: async (passing) => {
      if (!isAct(passing) || !isTime()) return passing;
      held = actIn(passing)?.[1];
      const next = new Promise<'next'>((resolve) => {
        playsOn = () => resolve('next');
      });
      const came = await Promise.race([next, pause(PLAYS_ON_WITHIN_MS)]);
      if (came !== 'next') watcher.problem ??= 'plays no other move while an answer is on its way';
      return passing;
    },
    line: (line) => {
      if (isStep(line) && line.table.result !== undefined) playsOn();
      return [line];
    },
  };
}

export const PLAIN_SCENARIOS: readonly Scenario[] = [
  undisturbed('space-aztecs'),
  undisturbed('tieqchieq'),
  undisturbed('flower-war'),
  lost('before its first line', beforeFirst),
  lost(
    'between two lines',
    afterMore(5, (line) => ({ first: [line] })),
  ),
  lost(
    'in the middle of a line',
    afterMore(6, (line) => ({ half: line })),
  ),
  { name: 'catches up with what it missed, though the stream is lost again', game: GAME, tampering: whileCatchingUp },
  { name: 'takes the whole state where the server does not go on', game: GAME, tampering: wholeAgain },
  { name: 'comes back when the server closes the stream', game: GAME, tampering: farewell },
  { name: 'sends a move that got lost again, with the same id', game: GAME, tampering: lostAct },
  { name: 'repeats a move whose answer got lost, with the same id', game: GAME, tampering: lostAnswer },
  { name: 'repeats a move whose outcome is not known, with the same id', game: GAME, tampering: unknownOutcome },
  { name: 'comes back after a restart of the server', game: GAME, tampering: restart },
  { name: 'waits for slow answers', game: GAME, tampering: slow },
  { name: 'reads and plays on while an answer is on its way', game: GAME, tampering: withheld },
  ...HEARTBEAT_SCENARIOS,
  ...NEWER_SCENARIOS,
];
