/** A copy of the whole repository, to change it and see what its tests say. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** With its own links to the rooms, so that nothing of the copy imports the tree itself. */
export function copyOfTheTree(): string {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'tree-')));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\n').filter((name) => name !== '' && !name.startsWith('.ci/'))) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(ROOT, file), join(tree, file), { force: true });
  }
  const packages = join(tree, 'node_modules');
  mkdirSync(join(packages, '@flower-war'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((name) => name !== '@flower-war'))
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
  for (const room of workspaces) {
    const { name } = JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8')) as { name: string };
    symlinkSync(join(tree, room), join(packages, name));
    const own = join(ROOT, room, 'node_modules'); // packages of which this room needs another version
    if (existsSync(own)) symlinkSync(own, join(tree, room, 'node_modules'));
  }
  return tree;
}
