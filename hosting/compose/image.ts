/** docker-compose.yml as docker-compose itself understands it: checked, and with all settings filled in. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly unknown[];
  readonly profiles?: readonly string[];
  readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly read_only?: boolean;
  readonly user?: string;
}

export type Services = Readonly<Record<string, Service>>;

export const missingCompose = (): string | undefined =>
  spawnSync('docker-compose', ['version']).error === undefined ? undefined : 'docker-compose is not installed';

/** `folder` holds docker-compose.yml; `scratch` gets a file with the settings. Fails with the words of docker-compose. */
export function servicesIn(folder: string, settings: Readonly<Record<string, string>>, scratch: string): Services {
  const file = join(scratch, 'settings.env');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const profiles = ['setup', 'temples', 'metrics'].flatMap((profile) => ['--profile', profile]);
  const where = ['--project-directory', folder, '-f', join(folder, 'docker-compose.yml'), '--env-file', file];
  const text = execFileSync('docker-compose', [...where, ...profiles, 'config'], { encoding: 'utf8', stdio: 'pipe' });
  return (parse(text) as { services: Services }).services;
}
