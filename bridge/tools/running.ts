/** The shared parts of the tools for temples: checks of arguments, paths and error messages. */
import { resolve } from 'node:path';
import { BadConfig, BadKey } from '@flower-war/protocol/hosting';
import { templeId } from '@flower-war/protocol/temple';
import { BadRegister } from '../broker/accounts/register.ts';
import { NoCertificate } from '../mosquitto/certificates.ts';

/** Bad arguments, or files that cannot be used. */
export class Unusable extends Error {}

const UNUSABLE = 2;
const FOR_PEOPLE = [Unusable, BadConfig, BadKey, BadRegister, NoCertificate];

/** Runs a tool and prints the errors that a person can mend. A bug keeps its stack trace. */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  try {
    await tool();
  } catch (error) {
    if (!FOR_PEOPLE.some((kind) => error instanceof kind)) throw error;
    console.error((error as Error).message);
    process.exitCode = UNUSABLE;
  }
}

/** A path as the person meant it. npm runs scripts in its own folder; INIT_CWD is the person's folder. */
export function whereGiven(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

export function asTempleId(text: string): string {
  if (templeId.safeParse(text).success) return text;
  throw new Unusable(
    `${JSON.stringify(text)} is no temple's id: an id is templo- and 4 to 12 digits of 0-9 and a-f, like templo-7f3a.`,
  );
}

export function asPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new Unusable(`${JSON.stringify(text)} is no port: a port is a number from 1 to 65535.`);
}

/** The name or address of a machine. */
export function asHost(text: string): string {
  if (/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) || /^[0-9a-fA-F:]{2,45}$/.test(text)) return text;
  throw new Unusable(`${JSON.stringify(text)} is no name or address of a machine, like broker.local or 192.168.1.20.`);
}
