/** What the processes under attack use, asked from inside: Node loads the gauge into each of them before its program. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const PROGRAMS = {
  server: 'server/src/main.ts',
  door: 'launcher/src/door/main.ts',
  broker: 'bridge/broker/main.ts',
  internal: 'peers',
} as const;
export type Program = keyof typeof PROGRAMS;

/** What a process used since it was asked before, and what it holds. */
export interface Used {
  /** Processor time of all its threads, without that of such questions. */
  readonly milliseconds: number;
  /** Memory. Without `collect` it counts garbage, too. */
  readonly bytes: number;
  readonly sockets: number;
}

/** `collect`: garbage is collected before memory is read. */
type How = 'look' | 'collect';

const gaugeIn = (folder: string) => `
  import { createServer } from 'node:net';
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  import { isMainThread } from 'node:worker_threads';
  const SOCKET = /^(TCPSocket|Pipe)Wrap$/;
  const program = (process.argv[1] ?? 'peers').replaceAll('/', '+');
  if (isMainThread) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    let since = process.cpuUsage();
    const answer = (socket, how) => {
      const { user, system } = process.cpuUsage(since);
      if (how === 'collect') collect();
      const { heapUsed, external } = process.memoryUsage();
      const sockets = process.getActiveResourcesInfo().filter((kind) => SOCKET.test(kind)).length;
      socket.end(JSON.stringify({ milliseconds: (user + system) / 1000, bytes: heapUsed + external, sockets }));
      since = process.cpuUsage();
    };
    createServer((socket) => socket.once('data', (how) => answer(socket, String(how))))
      .listen(${JSON.stringify(folder)} + '/' + process.pid + program.slice(-60))
      .unref();
  }`;

export class Gauge {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gauge-'));

  /** What the programs need in `NODE_OPTIONS`. */
  get options(): string {
    return `--import=data:text/javascript,${encodeURIComponent(gaugeIn(this.folder))}`;
  }

  async read(program: Program, how: How): Promise<Used> {
    const ending = PROGRAMS[program].replaceAll('/', '+');
    const name = readdirSync(this.folder).find((one) => one.endsWith(ending));
    if (name === undefined) throw new Error(`no ${program} runs`);
    const socket = connect(join(this.folder, name));
    socket.write(how);
    return JSON.parse(await text(socket)) as Used;
  }
}
