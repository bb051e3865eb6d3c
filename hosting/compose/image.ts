/**
 * The image of the Dockerfile as a folder: its COPY and RUN lines run in their order, each stage in a folder of its own that stands
 * for /app. So it shows that what they copy suffices, and not what Docker would do with it. Packages of Debian are not installed.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, matchesGlob, relative } from 'node:path/posix';
import { promisify } from 'node:util';
import { ROOT, scratchFolder } from '../testing/programs.ts';

export interface Image {
  /** Stands for /app. */
  readonly folder: string;
  readonly environment: Record<string, string>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

export const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => line.split(/ (.*)/s).slice(0, 2) as [instruction: string, rest: string]);

const run = promisify(execFile);

export async function buildImage(): Promise<Image> {
  const stages = new Map<string, string>();
  let image: Image = { folder: ROOT, environment: {}, command: [], healthcheck: [] };
  for (const [instruction, rest] of DOCKERFILE) {
    const { folder, environment } = image;
    if (instruction === 'FROM') {
      image = { folder: scratchFolder('image'), environment: {}, command: [], healthcheck: [] };
      stages.set(rest.split(' AS ')[1] ?? 'last', image.folder);
    }
    if (instruction === 'COPY') copy(rest, folder, stages);
    if (instruction === 'RUN' && !rest.startsWith('apt-get')) await run('sh', ['-c', rest], { cwd: folder });
    if (instruction === 'ENV') Object.assign(environment, environmentIn(rest, folder));
    if (instruction === 'HEALTHCHECK') image = { ...image, healthcheck: listIn(rest.replace(/^.* CMD /, '')) };
    if (instruction === 'CMD') image = { ...image, command: listIn(rest) };
  }
  return image;
}

/** Without a shell, so that signals reach the program. */
function listIn(text: string): readonly string[] {
  return JSON.parse(text);
}

/** Folders of the image become folders here, and `$PATH` is that of this machine. */
function environmentIn(rest: string, folder: string): Readonly<Record<string, string>> {
  const here = rest.replaceAll('/app', folder).replace('$PATH', process.env['PATH'] ?? '');
  return Object.fromEntries(here.split(' ').map((pair) => pair.split(/=(.*)/s)));
}

/** A folder gives what is in it; a file keeps its name. */
function copy(rest: string, folder: string, stages: ReadonlyMap<string, string>): void {
  const words = rest.split(' ');
  const flags = words.filter((word) => word.startsWith('--'));
  const stage = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  const paths = words.slice(flags.length, -1);
  const to = join(folder, words.at(-1) ?? '');
  for (const path of paths) {
    const from = stage === undefined ? join(ROOT, path) : join(stages.get(stage) ?? '', path.replace(/^\/app/, ''));
    if (!existsSync(from) || (stage === undefined && !isSent(path)))
      throw new Error(`COPY ${path}: it is not there, or .dockerignore leaves it out`);
    const filter = (file: string) => stage !== undefined || isSent(relative(ROOT, file));
    mkdirSync(to, { recursive: true });
    const target = statSync(from).isDirectory() ? to : join(to, basename(from));
    cpSync(from, target, { recursive: true, verbatimSymlinks: true, filter });
  }
}

const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => /^[^#]/.test(line));

/** Whether Docker would be given the file: the last rule that fits it or one of its folders decides. */
export function isSent(file: string): boolean {
  const parts = file.split('/');
  const paths = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const last = IGNORED.findLast(
    (rule) => rule === '*' || paths.some((path) => matchesGlob(path, rule.replace('!', ''))),
  );
  return last?.startsWith('!') ?? true;
}
