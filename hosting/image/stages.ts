/** Runs the steps of a Dockerfile in their order, each stage in a clean folder instead of a container. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { scratchFolder } from '../support/scratchFolder.ts';
import { contextOf } from './context.ts';
import { BadDockerfile, type Instruction, instructionsIn } from './dockerfile.ts';

/** What would be the image: its folder stands for `/`. */
export interface Image {
  readonly root: string;
  /** The working folder, in `root`. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

interface Stage {
  readonly name: string | undefined;
  readonly root: string;
  workdir: string;
  environment: Record<string, string>;
  user: string;
  command: readonly string[];
  healthcheck: readonly string[];
}

interface Building {
  readonly context: string;
  readonly files: readonly string[];
  readonly stages: Stage[];
}

/** `folder` holds the Dockerfile and what it copies. `log` gets each step before it runs. */
export function runDockerfile(folder: string, log: (step: string) => void = () => {}): Image {
  const building: Building = { context: folder, files: contextOf(folder), stages: [] };
  for (const step of instructionsIn(readFileSync(join(folder, 'Dockerfile'), 'utf8'))) {
    log(JSON.stringify(step));
    take(step, building);
  }
  const { root, workdir, environment, user, command, healthcheck } = lastOf(building.stages);
  return { root, folder: join(root, workdir), environment, user, command, healthcheck };
}

function newStage(name: string | undefined): Stage {
  const root = scratchFolder(`image-${name ?? 'last'}`);
  return { name, root, workdir: '/', environment: {}, user: 'root', command: [], healthcheck: [] };
}

function lastOf(stages: readonly Stage[]): Stage {
  const stage = stages.at(-1);
  if (stage === undefined) throw new BadDockerfile('the first instruction must be FROM');
  return stage;
}

function take(step: Instruction, building: Building): void {
  if (step.kind === 'from') building.stages.push(newStage(step.name));
  const stage = lastOf(building.stages);
  switch (step.kind) {
    case 'from':
    case 'expose':
      return;
    case 'workdir':
      stage.workdir = step.path;
      mkdirSync(join(stage.root, step.path), { recursive: true });
      return;
    case 'copy':
      return copy(step, building);
    case 'run':
      return run(step.shell, stage);
    case 'env':
      for (const [name, value] of Object.entries(step.values)) stage.environment[name] = expanded(value, stage);
      return;
    case 'user':
      stage.user = step.user;
      return;
    case 'healthcheck':
      stage.healthcheck = step.command;
      return;
    case 'cmd':
      stage.command = step.command;
      return;
  }
}

type Copying = Extract<Instruction, { kind: 'copy' }>;

function copy({ from, sources, to }: Copying, building: Building): void {
  const stage = lastOf(building.stages);
  const target = join(stage.root, stage.workdir, to);
  for (const source of sources) {
    if (from === undefined) copyFromContext(source, target, building);
    else copyFromStage(source, target, { from, stages: building.stages, isMany: to.endsWith('/') });
  }
}

function copyFromContext(source: string, target: string, { context, files }: Building): void {
  if (files.includes(source)) return place(join(context, source), join(target, basename(source)));
  const inside = files.filter((file) => file.startsWith(`${source}/`));
  if (inside.length === 0) throw new BadDockerfile(`COPY ${source}: it is not there, or .dockerignore leaves it out`);
  for (const file of inside) place(join(context, file), join(target, file.slice(source.length + 1)));
}

interface Between {
  readonly from: string;
  readonly stages: readonly Stage[];
  /** The target is a folder, and a file keeps its name. */
  readonly isMany: boolean;
}

function copyFromStage(source: string, target: string, { from, stages, isMany }: Between): void {
  const path = join(stages.find(({ name }) => name === from)?.root ?? '/nowhere', source);
  if (!existsSync(path)) throw new BadDockerfile(`COPY --from=${from} ${source}: it is not there`);
  place(path, isMany && statSync(path).isFile() ? join(target, basename(source)) : target);
}

function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

const DEBIAN_PACKAGES = /^apt-get update && apt-get install -y --no-install-recommends ([a-z0-9 .+-]+) && rm -rf \S+$/;

/** Debian's packages are only looked up: this machine stays as it is. */
function run(shell: string, stage: Stage): void {
  const [, packages] = DEBIAN_PACKAGES.exec(shell) ?? [];
  if (packages !== undefined) return simulate(packages.split(' '));
  if (/(^|\s|=)\/|\.\.|sudo/.test(shell))
    throw new BadDockerfile(`RUN ${shell}: it must stay in the folder of WORKDIR`);
  const cwd = join(stage.root, stage.workdir);
  execFileSync('sh', ['-c', shell], { cwd, env: { ...process.env, ...stage.environment }, stdio: 'pipe' });
}

function simulate(packages: readonly string[]): void {
  execFileSync('apt-get', ['install', '--simulate', '--no-install-recommends', ...packages], { stdio: 'pipe' });
}

/** Folders of the image become folders of the stage, and `$PATH` is that of this machine. */
function expanded(value: string, { root, workdir }: Stage): string {
  return value.replaceAll(`${workdir}/`, `${join(root, workdir)}/`).replace('$PATH', process.env['PATH'] ?? '');
}
