/** The command that plays a load: k6 with a script, or the driver. */
import { freemem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadName } from '../load.ts';
import { loadOf } from '../loads.ts';
import type { Plan } from '../plan.ts';
import { bundle } from './bundle.ts';
import { type Command, canPin } from './cores.ts';
import { K6 } from './k6.ts';

export interface ClientWanted {
  readonly load: LoadName;
  readonly plan: Plan;
  /** For the files that the client reads and writes. */
  readonly folder: string;
  readonly part: Part;
}

/** Beside a crowd, the observers go first. */
export type Part = 'all' | 'crowd' | 'observers';

export interface ClientCommand extends Command {
  readonly env: NodeJS.ProcessEnv;
}

/** In its folder, what the client tells and, if it is k6, what it judges. */
export const CLIENT_FILES = { told: 'told', summary: 'summary.json' } as const;

/** Each virtual user has one of these addresses: the server limits what one address may do. */
const ADDRESSES: Readonly<Record<Part, string>> = {
  all: '127.1.0.0-127.1.31.255',
  crowd: '127.1.0.0-127.1.31.255',
  observers: '127.2.0.0-127.2.0.255',
};
/** How far a crowd stands back. */
const NICE = ['-n', '10'] as const;

const DRIVER = fileURLToPath(new URL('../driver/main.ts', import.meta.url));
/** It makes garbage with every message, and stands still while it collects that. */
const ROOMY = ['--max-semi-space-size=32'] as const;

export async function clientCommand(wanted: ClientWanted): Promise<ClientCommand> {
  return loadOf[wanted.load].driven === undefined ? k6Command(wanted) : driverCommand(wanted);
}

function driverCommand({ load, plan, folder }: ClientWanted): ClientCommand {
  const told = join(folder, CLIENT_FILES.told);
  const env = { PATH: process.env['PATH'], LOAD: load, PLAN: JSON.stringify(plan), TOLD: told };
  return { program: process.execPath, args: [...ROOMY, DRIVER], env };
}

async function k6Command({ load, plan, folder, part }: ClientWanted): Promise<ClientCommand> {
  const script = await bundle(load, folder);
  const told = join(folder, CLIENT_FILES.told);
  const telling = ['--quiet', '--no-usage-report', '--log-format', 'raw', '--console-output', told];
  const asked = { PLAN: JSON.stringify(plan), PART: part, SUMMARY: join(folder, CLIENT_FILES.summary) };
  const asking = Object.entries(asked).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const args = ['run', ...telling, ...asking, '--local-ips', ADDRESSES[part], script];
  const env = { PATH: process.env['PATH'], HOME: folder, ...rarelyCollecting(), ...(canPin && { GOMAXPROCS: '1' }) };
  return part === 'crowd' ? { program: 'nice', args: [...NICE, K6, ...args], env } : { program: K6, args, env };
}

/**
 * While Go collects the garbage of thousands of clients, which takes it up to a second, each of them is late. So it collects
 * only when a third of the free memory is full: beside a crowd there is a second k6.
 */
function rarelyCollecting() {
  return { GOGC: 'off', GOMEMLIMIT: `${Math.floor(freemem() / 3)}` };
}
