/** The programs that together are the server, and their processes. */
import { commandOf, startedBy } from './processes.ts';

export const PARTS = ['servers', 'door', 'postgres', 'redis', 'bridge', 'broker'] as const;
export type Part = (typeof PARTS)[number];

const COMMANDS: Readonly<Record<Part, RegExp>> = {
  servers: /server\/src\/main\.ts|answerer\.ts/,
  door: /launcher\/src\/door\/main\.ts/,
  postgres: /postgres/,
  redis: /redis-server/,
  bridge: /bridge\/src\/main\.ts/,
  broker: /bridge\/broker\/main\.ts/,
};

/** The processes of this run, by the program that they are part of. The launcher, which only waits, is none of them. */
export function partsStartedBy(pid: number): Readonly<Record<Part, readonly number[]>> {
  const all = startedBy(pid).map((one) => ({ pid: one, part: partOf(commandOf(one)) }));
  return eachPart((part) => all.filter((one) => one.part === part).map((one) => one.pid));
}

function partOf(command: string): Part | undefined {
  return PARTS.find((part) => COMMANDS[part].test(command));
}

export function eachPart<T>(of: (part: Part) => T): Readonly<Record<Part, T>> {
  return Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<Part, T>;
}
