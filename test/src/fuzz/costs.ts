/** What the dearest inputs of strangers cost: processor time, and memory that stays. */
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { SeatedAnswer } from '@flower-war/protocol';
import { type Input, inputsOf, packets } from './inputs.ts';
import { openTarget, post, type Program, type Target } from './target.ts';
import { opening, type Address } from './wire.ts';

export const MOST = { milliseconds: 50, bytes: 1024 * 1024 };
/** An input that seems dear at its second time is measured this often. At the first time, code is compiled. */
const TIMES = 5;
const CHEAP_MS = MOST.milliseconds / 4;
/** A program that has been silent for this long has said all. */
const QUIET_MS = 40;

export interface Cost extends Input {
  readonly at: Program;
  readonly milliseconds: number;
  /** What stays. */
  readonly bytes: number;
}

export const isTooMuch = ({ milliseconds, bytes }: Pick<Cost, 'milliseconds' | 'bytes'>): boolean =>
  milliseconds > MOST.milliseconds || bytes > MOST.bytes;

/** The costs of all inputs, or of those whose name or address has the words, the dearest first. */
export async function costs(tree: string | undefined, words: string): Promise<readonly Cost[]> {
  const target = await openTarget(tree);
  const found: Cost[] = [];
  for (const [at, input] of inputsFor(target))
    if (`${at} ${input.to} ${input.name}`.includes(words)) found.push(await costOf(target, at, input));
  await target.stop();
  return found.toSorted((one, other) => other.milliseconds - one.milliseconds);
}

export function lineOf({ at, to, name, milliseconds, bytes }: Cost): string {
  const figures = `${milliseconds.toFixed(1).padStart(8)} ms ${(bytes / 1024).toFixed(0).padStart(7)} KB`;
  return `${figures}  ${at.padEnd(8)} ${to}: ${name}`;
}

function inputsFor({ guests: [guest] }: Target): readonly (readonly [Program, Input])[] {
  const [match] = guest?.matches ?? [];
  const web = inputsOf({ match: match?.match ?? '', player: guest?.player ?? '', game: match?.game ?? '' });
  const atBoth = web.filter(({ name, to }) => !/^[A-Z]+ \//.test(to) || name.startsWith('again'));
  return [
    ...web.map((input) => ['server', input] as const),
    ...atBoth.map((input) => ['door', input] as const),
    ...packets().map((input) => ['broker', input] as const),
  ];
}

async function costOf(target: Target, at: Program, input: Input): Promise<Cost> {
  const { gauge, places } = target;
  const give = async () => send(places[at], input.isInLobby ? await enteringLobby(target, input) : input);
  await give();
  const { bytes: before } = await gauge.read(at, 'collect');
  const times: number[] = [];
  do {
    await give();
    times.push((await gauge.read(at, 'look')).milliseconds);
  } while (times.length < TIMES && (times[0] ?? 0) > CHEAP_MS);
  const { bytes } = await gauge.read(at, 'collect');
  const median = times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;
  return { ...input, at, milliseconds: median, bytes: (bytes - before) / times.length };
}

async function enteringLobby({ house, guests: [guest] }: Target, input: Input): Promise<Input> {
  const { connection } = await post<SeatedAnswer>(`${house.url}/api/lobby`, {}, guest?.token);
  const { processId, roomId, sessionId } = connection;
  return { ...input, writes: [opening(`/${processId}/${roomId}?sessionId=${sessionId}`), ...input.writes] };
}

/** Resolves when the other end closes the connection, or is silent. */
async function send(place: Address, { writes, isDeaf = false }: Input): Promise<void> {
  const socket = connect({ ...place, noDelay: true }).on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  if (isDeaf) socket.pause();
  else socket.on('data', () => socket.setTimeout(QUIET_MS));
  for (const bytes of writes) {
    socket.write(bytes);
    await setImmediate();
  }
  socket.setTimeout(QUIET_MS, () => socket.destroy());
  await closed;
}
