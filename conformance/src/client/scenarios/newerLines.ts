/** A server that is newer than the client, at the plain door. */
import type { StreamLine } from '@flower-war/protocol';
import { type Answered, isStream, type Tampering } from '../../gateway/gateway.ts';
import { actIn } from '../watcher.ts';
import { at, GAME, owe, type Scenario, type Stage, withNewFields } from './scenario.ts';

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

const RESTING: Answered = {
  status: 503,
  body: { code: 'resting', message: 'The server rests for a moment.', ofANewerServer: true },
};
const ANOTHER: Answered = { status: 409, body: { code: 'newer-code', message: 'Another move, please.' } };
const CLOSED = { kind: 'closed', code: 'dreaming', message: 'The server dreams for a moment.' };

function newerCodes({ watcher }: Stage): Tampering {
  const [isClosed, isLate, isRefused] = [at(watcher, 3), at(watcher, 3), at(watcher, 5)];
  let resting = 0;
  return {
    asked: (asking) => {
      if (isStream(asking.call) && resting-- > 0) return RESTING;
      const act = actIn(asking);
      if (act === undefined || !isRefused()) return asking;
      watcher.freed.add(act[1]);
      return ANOTHER;
    },
    answer: (passing) => {
      if (actIn(passing) === undefined || !isLate()) return passing;
      owe(watcher, actIn(passing));
      return RESTING;
    },
    line: (line) => {
      if (line.kind !== 'step' || !isClosed()) return [line];
      resting = 2;
      return { by: 'end', first: [line, CLOSED] };
    },
  };
}

export const NEWER_SCENARIOS: readonly Scenario[] = [
  { name: 'passes over what only a newer server says', game: GAME, tampering: newerServer },
  { name: 'plays on after codes of a newer server', game: GAME, tampering: newerCodes },
];
