/** Prometheus with the files that hosts copy. Only the address of the server, the token's file and the pace differ. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { adapted } from '../support/adapted.ts';
import { StartedProgram } from '../support/program.ts';
import { told } from '../support/requests.ts';
import { scratchFolder } from '../support/scratchFolder.ts';

const at = (name: string) => join(import.meta.dirname, name);

/** A process to scrape. */
export interface Target {
  readonly address: string;
  readonly instance: string;
  readonly path?: string;
}

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [at: number, value: string];
}

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
}

export class Prometheus {
  private readonly program: StartedProgram;
  private readonly url: string;

  private constructor(program: StartedProgram, url: string) {
    this.program = program;
    this.url = url;
  }

  static async start(targets: readonly Target[], token: string): Promise<Prometheus> {
    const folder = scratchFolder('prometheus');
    const port = await freePort();
    writeFileSync(join(folder, 'prometheus.yml'), configurationIn(folder, targets));
    writeFileSync(join(folder, 'token'), token);
    copyFileSync(at('alerts.yml'), join(folder, 'alerts.yml'));
    const [config, data] = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
    const command = ['prometheus', config, data, `--web.listen-address=127.0.0.1:${port}`] as const;
    const program = await StartedProgram.start({ command, folder, ports: [port] });
    return new Prometheus(program, `http://127.0.0.1:${port}/api/v1`);
  }

  /** How many series the query finds. */
  async found(query: string): Promise<number> {
    return (await this.series(query)).length;
  }

  async series(query: string): Promise<readonly Series[]> {
    const { data } = await this.get<{ result: readonly Series[] }>(`/query?query=${encodeURIComponent(query)}`);
    return data.result;
  }

  async rules(): Promise<readonly Rule[]> {
    const { data } = await this.get<{ groups: readonly { rules: readonly Rule[] }[] }>('/rules');
    return data.groups.flatMap(({ rules }) => rules);
  }

  stop(): Promise<number | null> {
    return this.program.stop();
  }

  private get<T>(path: string): Promise<{ readonly data: T }> {
    return told(`${this.url}${path}`);
  }
}

/** The lines of docs/hosting.md for processes behind one front door. */
function lineOf({ address, instance, path = '/metrics' }: Target): string {
  return `      - { targets: [${address}], labels: { instance: ${instance}, __metrics_path__: ${path} } }`;
}

const AS_COPIED = ['a', 'b']
  .map((name) => `      - { targets: [server-${name}:2567], labels: { instance: ${name} } }`)
  .join('\n');

function configurationIn(folder: string, targets: readonly Target[]): string {
  return adapted(readFileSync(at('prometheus.yml'), 'utf8'), {
    [AS_COPIED]: targets.map(lineOf).join('\n'),
    '/tmp/token': join(folder, 'token'),
    ': 15s': ': 1s',
  });
}
