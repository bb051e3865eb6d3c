/** Prometheus with the files that hosts copy. Only the address of the server, the token's file and the pace differ. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { adapted } from '../support/adapted.ts';
import { StartedProgram } from '../support/program.ts';
import { told } from '../support/requests.ts';
import { scratchFolder } from '../support/scratchFolder.ts';

const at = (name: string) => join(import.meta.dirname, name);

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

  static async start(server: string, token: string): Promise<Prometheus> {
    const folder = scratchFolder('prometheus');
    const port = await freePort();
    writeFileSync(join(folder, 'prometheus.yml'), configurationIn(folder, server));
    writeFileSync(join(folder, 'token'), token);
    copyFileSync(at('alerts.yml'), join(folder, 'alerts.yml'));
    const [config, data] = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
    const command = ['prometheus', config, data, `--web.listen-address=127.0.0.1:${port}`] as const;
    const program = await StartedProgram.start({ command, folder, ports: [port] });
    return new Prometheus(program, `http://127.0.0.1:${port}/api/v1`);
  }

  /** How many series the query finds. */
  async found(query: string): Promise<number> {
    const { data } = await this.get<{ result: readonly unknown[] }>(`/query?query=${encodeURIComponent(query)}`);
    return data.result.length;
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

function configurationIn(folder: string, server: string): string {
  return adapted(readFileSync(at('prometheus.yml'), 'utf8'), {
    'server-a:2567, server-b:2567': server,
    '/tmp/token': join(folder, 'token'),
    ': 15s': ': 1s',
  });
}
