/** What happens to a client that plays by the plain door, and what it must do then. */
import type { StreamLine, StreamLineOf } from '@flower-war/protocol';
import { type HttpAnswer, type HttpRequest, isStream, type Loss, type Stream, type Tampering } from '../gateway.ts';
import {
  actIn,
  at,
  GAME,
  pause,
  type Scenario,
  type Stage,
  undisturbed,
  type Watcher,
  withNewFields,
} from './scenario.ts';

const isStep = (line: StreamLine): line is StreamLineOf<'step'> => line.kind === 'step';
const isAct = (asking: HttpRequest) => actIn(asking) !== undefined;

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

/** Lines wait for a move that the client must send again, or they could tell the end of the match first. */
const onceRepeated = (watcher: Watcher) => (line: StreamLine) => watcher.repeated.then(() => [line]);

/** These times a move, or its answer, does not pass: the client gets this in the place of the answer, and must send the move again. */
function unanswered(side: 'asked' | 'answer', times: readonly number[], instead: (time: number) => HttpAnswer | 'cut') {
  return ({ watcher }: Stage): Tampering => {
    const isTime = at(watcher, ...times);
    const pass = <T extends HttpRequest>(passing: T) => {
      if (!isAct(passing) || !isTime()) return passing;
      watcher.owe(actIn(passing));
      return instead(watcher.happened);
    };
    return { ...(side === 'asked' ? { asked: pass } : { answer: pass }), line: onceRepeated(watcher) };
  };
}

const UNKNOWN_OUTCOMES: readonly HttpAnswer[] = [
  { status: 200, body: { kind: 'retry' } },
  { status: 503, body: { code: 'unavailable', message: 'The server cannot do this now.' } },
  { status: 502, headers: { 'content-type': 'text/html' }, text: '<html>502 Bad Gateway</html>' },
  { status: 429, headers: { 'retry-after': '1' }, body: { code: 'too-many', message: 'You asked too often.' } },
];

const lostAct = unanswered('asked', [2, 5, 9], () => 'cut');
const lostAnswer = unanswered('answer', [2, 5], () => 'cut');
const unknownOutcome = unanswered('asked', [2, 4, 6, 8], (time) => UNKNOWN_OUTCOMES[time - 1] ?? 'cut');

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
  let isOver = false;
  return {
    asked: (asking) => {
      if (isAct(asking) && actIn(asking)?.[1] !== held) playsOn();
      return asking;
    },
    answer: async (passing) => {
      if (!isAct(passing) || isOver || !isTime()) return passing;
      held = actIn(passing)?.[1];
      const next = new Promise<'next'>((resolve) => {
        playsOn = () => resolve('next');
      });
      const came = await Promise.race([next, pause(PLAYS_ON_WITHIN_MS)]);
      if (came !== 'next') watcher.problem ??= 'plays no other move while an answer is on its way';
      return passing;
    },
    line: (line) => {
      isOver ||= 'table' in line && line.table.result !== undefined;
      if (isOver) playsOn();
      return [line];
    },
  };
}

const isHere = ({ call }: HttpRequest) => /^POST [^?]*\/here$/.test(call);

/** From the third step on, a stream is quiet but for its heartbeats, as when others think for long. */
class Quiet {
  stream: Stream | undefined;
  beats = 0;
  readonly held: StreamLine[] = [];
  private readonly isTime: () => boolean;

  constructor({ watcher }: Stage) {
    this.isTime = at(watcher, 3);
  }

  /** Counts heartbeats and holds other lines. False if the line belongs to a stream that is not quiet. */
  takes(line: StreamLine, stream: Stream): boolean {
    if (line.kind === 'step' && this.isTime()) this.stream = stream;
    if (stream !== this.stream) return false;
    if (line.kind === 'heartbeat') this.beats++;
    else this.held.push(line);
    return true;
  }
}

const LONG_BEATS = 4;

/** The client must answer each heartbeat before the next one. */
function longThought(stage: Stage): Tampering {
  const quiet = new Quiet(stage);
  let answers = 0;
  return {
    asked: (asking) => {
      if (quiet.stream !== undefined && isHere(asking)) answers++;
      return asking;
    },
    line: (line, stream) => {
      if (quiet.beats === LONG_BEATS || !quiet.takes(line, stream)) return [line];
      if (line.kind !== 'heartbeat') return [];
      const isLate = answers < quiet.beats - 1;
      if (isLate) stage.watcher.problem ??= `answered ${answers} of ${quiet.beats - 1} heartbeats`;
      return quiet.beats === LONG_BEATS ? [line, ...quiet.held] : [line];
    },
  };
}

/** The server says that it has no stream of the client, on which only heartbeats come, until there is another one. */
function forgotten(stage: Stage): Tampering {
  const quiet = new Quiet(stage);
  let isBack = false;
  const isForgotten = () => quiet.stream !== undefined && !isBack;
  return {
    answer: (passing): HttpAnswer =>
      isHere(passing) && isForgotten() ? { ...passing, body: { streams: 0 } } : passing,
    line: (line, stream) => {
      const isTaken = quiet.takes(line, stream);
      isBack ||= !isTaken && quiet.stream !== undefined;
      return isTaken && line.kind !== 'heartbeat' ? [] : [line];
    },
  };
}

/** After two heartbeats nothing comes at all. */
function silent(stage: Stage): Tampering {
  const quiet = new Quiet(stage);
  return {
    line: (line, stream) => {
      if (!quiet.takes(line, stream)) return [line];
      if (quiet.beats === 3) stream.fallSilent();
      return line.kind === 'heartbeat' ? [line] : [];
    },
  };
}

const NEW_LINES = [
  { kind: 'weather', sky: 'cloudy', step: 'of a dance', legal: 'none' },
  { kind: 'omen', view: { day: 'cipactli' }, table: [] },
];

/** The view stays as it is, since its fields are those of the game. */
function newerLine(line: StreamLine): object {
  const { view, ...rest } = 'view' in line ? line : { ...line, view: undefined };
  const newer = withNewFields(rest) as object;
  const events = 'events' in line && { events: [...line.events.map(withNewFields), { kind: 'dreamt', of: [{}] }] };
  return { ...newer, ...(view && { view }), ...events };
}

function newerServer({ watcher }: Stage): Tampering {
  watcher.happened++; // to every answer and every line
  return {
    answer: (passing) => ({ ...passing, body: withNewFields(passing.body) }),
    line: (line) => [newerLine(line), ...NEW_LINES],
  };
}

const RESTING: HttpAnswer = {
  status: 503,
  body: { code: 'resting', message: 'The server rests for a moment.', ofANewerServer: true },
};
const ANOTHER: HttpAnswer = { status: 409, body: { code: 'newer-code', message: 'Another move, please.' } };
const CLOSED = { kind: 'closed', code: 'dreaming', message: 'The server dreams for a moment.' };

function newerCodes({ watcher }: Stage): Tampering {
  const [isClosed, isLate, isRefused] = [at(watcher, 3), at(watcher, 3), at(watcher, 5)];
  let resting = 0;
  return {
    asked: (asking) => {
      if (isStream(asking.call) && resting-- > 0) return RESTING;
      if (!isAct(asking) || !isRefused()) return asking;
      watcher.free(ANOTHER);
      return ANOTHER;
    },
    answer: (passing) => {
      if (actIn(passing) === undefined || !isLate()) return passing;
      watcher.owe(actIn(passing));
      return RESTING;
    },
    line: async (line) => {
      await watcher.repeated;
      if (line.kind !== 'step' || !isClosed()) return [line];
      resting = 2;
      watcher.due = `open the stream again, after ${JSON.stringify(CLOSED)} and ${resting} answers with the status ${RESTING.status}`;
      return { by: 'end', first: [line, CLOSED] };
    },
  };
}

const wholeLine = (line: StreamLine) => ({ first: [line] });
const halfLine = (line: StreamLine) => ({ half: line });

export const PLAIN_SCENARIOS: readonly Scenario[] = [
  ...['space-aztecs', 'tieqchieq', 'flower-war'].map(undisturbed),
  lost('before its first line', beforeFirst),
  lost('between two lines', afterMore(5, wholeLine)),
  lost('in the middle of a line', afterMore(6, halfLine)),
  { name: 'catches up with what it missed, though the stream is lost again', game: GAME, tampering: whileCatchingUp },
  { name: 'takes the whole state where the server does not go on', game: GAME, tampering: wholeAgain },
  { name: 'comes back when the server closes the stream', game: GAME, tampering: farewell },
  { name: 'sends a move that got lost again, with the same id', game: GAME, tampering: lostAct },
  { name: 'repeats a move whose answer got lost, with the same id', game: GAME, tampering: lostAnswer },
  { name: 'repeats a move whose outcome is not known, with the same id', game: GAME, tampering: unknownOutcome },
  { name: 'comes back after a restart of the server', game: GAME, tampering: restart },
  { name: 'waits for slow answers', game: GAME, tampering: slow },
  { name: 'reads and plays on while an answer is on its way', game: GAME, tampering: withheld },
  { name: 'answers each heartbeat', game: GAME, tampering: longThought },
  { name: 'comes back when the server has lost the stream', game: GAME, tampering: forgotten },
  { name: 'comes back from a stream that fell silent', game: GAME, patience: 60, tampering: silent },
  { name: 'passes over what only a newer server says', game: GAME, tampering: newerServer },
  { name: 'plays on after codes of a newer server', game: GAME, tampering: newerCodes },
];
