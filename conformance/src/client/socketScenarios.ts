/** What happens to a client that plays by the socket, and what it must do then. */
import { MESSAGES } from '@flower-war/protocol';
import type { HttpAnswer, Tampering } from '../gateway.ts';
import { answerFrame, FRAME, messageFrame, readFrame } from '../wire/frames.ts';
import { at, GAME, pause, type Scenario, type Stage, undisturbed, withNewFields } from './scenario.ts';

const isPrivate = (bytes: Buffer) => bytes[0] === FRAME.data && bytes[1] === MESSAGES.private;
const isAct = (bytes: Buffer) => bytes[0] === FRAME.request;
/** Breaks the socket at such a frame of the server, the first, third and fifth time. */
function cutAt(name: string, isPoint: (bytes: Buffer) => boolean): Scenario {
  const tampering = ({ watcher }: Stage): Tampering => {
    const isTime = at(watcher, 1, 3, 5);
    return { fromServer: (bytes) => (isPoint(bytes) && isTime() ? 'cut' : [bytes]) };
  };
  return { name: `comes back when the socket is lost ${name}`, game: GAME, tampering };
}

function lostAct({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 2, 5, 9);
  return {
    fromClient: (bytes) => {
      if (!isAct(bytes) || !isTime()) return [bytes];
      watcher.owe();
      return 'cut';
    },
  };
}

/** These times the client gets this in the place of an answer, and must send its move again. */
function unanswered(times: readonly number[], instead: ((request: number) => readonly Buffer[]) | 'cut') {
  return ({ watcher }: Stage): Tampering => {
    const isTime = at(watcher, ...times);
    return {
      fromServer: async (bytes, link) => {
        if (instead !== 'cut') await watcher.repeated; // the frames that follow could tell the end of the match first
        const frame = readFrame(bytes);
        if (frame.kind !== 'answer' || !isTime()) return [bytes];
        watcher.owe(watcher.actOf(link, frame.request));
        return instead === 'cut' ? 'cut' : instead(frame.request);
      },
    };
  };
}

const lostAnswer = unanswered([2, 5, 9], 'cut');
const unknownOutcome = unanswered([2, 6], (request) => [answerFrame(request, { kind: 'retry' })]);

function restart({ server, watcher }: Stage): Tampering {
  const isTime = at(watcher, 4);
  return {
    fromClient: (bytes) => {
      if (isAct(bytes) && isTime()) void server.restart();
      return [bytes];
    },
  };
}

function slow({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 1, 2, 3);
  return {
    answer: async (passing) => {
      await pause(1500);
      return passing;
    },
    fromServer: async (bytes) => {
      if (bytes[0] === FRAME.answer && isTime()) await pause(3000);
      await pause(20);
      return [bytes];
    },
  };
}

function silent({ watcher }: Stage): Tampering {
  const isTime = at(watcher, 3);
  return {
    fromServer: (bytes, link) => {
      if (bytes[0] === FRAME.patch && isTime()) link.fallSilent();
      return link.isSilent ? [] : [bytes];
    },
    fromClient: (bytes, link) => (link.isSilent ? [] : [bytes]),
  };
}

function newerFrames(bytes: Buffer): readonly Buffer[] {
  const odd = [messageFrame(99, { new: true }), Buffer.from([0x1e, 1, 2, 3])];
  if (!isPrivate(bytes)) return bytes[0] === FRAME.patch ? [bytes, ...odd] : [bytes];
  const frame = readFrame(bytes);
  const [table, step, decision, legal, ...rest] = frame.kind === 'data' ? (frame.payload as unknown[]) : [];
  const moves = Array.isArray(legal)
    ? legal.map((move: unknown) => (typeof move === 'string' ? [move, 'verb', { of: 'parts' }] : move))
    : null;
  const known = [table, step, decision ?? 0, moves, ...rest, null, null, null, null].slice(0, 8);
  if (known[6] === null) known[6] = 0;
  return [messageFrame(MESSAGES.private, [...known, { new: true }, 'newer'])];
}

function newerServer({ watcher }: Stage): Tampering {
  watcher.happened++; // to every answer and every frame
  return {
    answer: (passing) => ({ ...passing, body: withNewFields(passing.body) }),
    fromServer: newerFrames,
  };
}

const ANOTHER = { kind: 'rejected', code: 'newer-code', message: 'Another move, please.' };

function newerCodes({ watcher }: Stage): Tampering {
  const [isCut, isRefused, isResting] = [at(watcher, 3), at(watcher, 5), at(watcher, 1, 2)];
  return {
    answer: (passing): HttpAnswer =>
      passing.call.endsWith('/connect') && isResting()
        ? { ...passing, status: 503, body: { code: 'resting', message: 'The server rests for a moment.' } }
        : passing,
    fromClient: (bytes, link) => {
      const frame = readFrame(bytes);
      if (frame.kind !== 'request') return [bytes];
      if (isCut()) return 'cut';
      if (!isRefused()) return [bytes];
      watcher.free(ANOTHER);
      link.tell(answerFrame(frame.request, ANOTHER));
      return [];
    },
  };
}

export const SOCKET_SCENARIOS: readonly Scenario[] = [
  ...['space-aztecs', 'tieqchieq', 'flower-war'].map(undisturbed),
  cutAt('before the first frame', (bytes) => bytes[0] === FRAME.join),
  cutAt('before the state', (bytes) => bytes[0] === FRAME.state),
  cutAt('before the first private part', isPrivate),
  cutAt('between a private part and its patch', (bytes) => bytes[0] === FRAME.patch),
  { name: 'sends a move that got lost again, with the same id', game: GAME, tampering: lostAct },
  { name: 'repeats a move whose answer got lost, with the same id', game: GAME, tampering: lostAnswer },
  { name: 'repeats a move whose outcome is not known, with the same id', game: GAME, tampering: unknownOutcome },
  { name: 'comes back after a restart of the server', game: GAME, tampering: restart },
  { name: 'waits for slow answers', game: GAME, tampering: slow },
  { name: 'comes back from a socket that fell silent', game: GAME, tampering: silent },
  { name: 'passes over what only a newer server says', game: GAME, tampering: newerServer },
  { name: 'plays on after codes of a newer server', game: GAME, tampering: newerCodes },
];
