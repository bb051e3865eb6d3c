/**
 * The health of the server under attack: no process died, no log line is a bug, memory and event loop stay in bounds.
 */
import type { WholeHouse } from '../support/wholeHouse.ts';
import { OBEYED } from './greedy.ts';
import type { Report } from './honest.ts';
import { OPERATOR_TOKEN } from './target.ts';

/** Generous: an idle server takes a sixth of it. */
const MOST_BYTES = 1024 * 1024 * 1024;
const LONGEST_DELAY_S = 5;
const LOOK_EVERY_MS = 1000;
const ERROR_LEVEL = 50;

export interface Health {
  readonly hasFallen: () => boolean;
  stop(): Promise<void>;
}

export function watchHealth(house: WholeHouse, report: Report): Health {
  let [read, isOver, hasFallen] = [0, false, false];
  const look = () => {
    const end = house.said().lastIndexOf('\n') + 1;
    for (const line of house.said().slice(read, end).split('\n')) {
      if (flawIn(line)) report(`the house said: ${line.slice(0, 600)}`);
      hasFallen ||= isFall(line);
    }
    read = end;
    if (house.hasEnded() && !isOver && !hasFallen) report('the whole house ended');
    hasFallen ||= house.hasEnded();
  };
  const timer = setInterval(() => {
    look();
    void measure(house.url, report).catch((error: unknown) => report(`the server gives no numbers: ${String(error)}`));
  }, LOOK_EVERY_MS);
  return {
    hasFallen: () => hasFallen,
    async stop() {
      clearInterval(timer);
      look();
      isOver = true;
    },
  };
}

const isFall = (line: string) => line.includes('it is started again in');

export function flawIn(line: string): boolean {
  if (isFall(line) || OBEYED.test(line)) return true;
  try {
    const { level } = JSON.parse(line) as { level?: number };
    return (level ?? 0) >= ERROR_LEVEL;
  } catch {
    return /\b(Type|Range|Reference|Syntax|Assertion)?Error\b|^\s+at |Unhandled|Warning:/.test(line);
  }
}

async function measure(url: string, report: Report): Promise<void> {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(30_000) })).text();
  const value = (name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  const [bytes, delay] = [value('process_resident_memory_bytes'), value('nodejs_eventloop_lag_p99_seconds')];
  if (!(bytes < MOST_BYTES)) report(`the server takes ${bytes} bytes`);
  if (!(delay < LONGEST_DELAY_S)) report(`the loop of the server stood still for ${delay} s`);
}
