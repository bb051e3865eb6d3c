/** Heartbeats at the plain door: they come alone, or not at all, and the client answers them. */
import type { StreamLine } from '@flower-war/protocol';
import type { Answered, Asking, Tampering } from '../../gateway/gateway.ts';
import type { Stream } from '../../gateway/stream.ts';
import { at, GAME, type Scenario, type Stage } from './scenario.ts';

const isHere = ({ call }: Asking) => /^POST [^?]*\/here$/.test(call);

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
    answer: (passing): Answered => (isHere(passing) && isForgotten() ? { ...passing, body: { streams: 0 } } : passing),
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

export const HEARTBEAT_SCENARIOS: readonly Scenario[] = [
  { name: 'answers each heartbeat', game: GAME, tampering: longThought },
  { name: 'comes back when the server has lost the stream', game: GAME, tampering: forgotten },
  { name: 'comes back from a stream that fell silent', game: GAME, patience: 60, tampering: silent },
];
