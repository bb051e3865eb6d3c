/**
 * `npm run do -- faults`: plants faults in the code, one at a time, and says which test or which simulated world finds each, and how soon.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commandLine, refuse, SEED } from '@flower-war/protocol/command-line';
import { type Fault, plantedFaults } from '../src/faults/planted.ts';
import { isSimulated } from '../src/simulation/bundle.ts';
import { simulate } from '../src/simulation/simulate.ts';
import { ROOT } from '../src/support/program.ts';

process.noDeprecation = true; // of libraries, which Node tells of only outside of node_modules

const BY = ['tests', 'worlds', 'both'] as const;

const { values } = commandLine({
  name: 'do -- faults',
  does: 'plants faults in the code, one at a time, and says what finds each, and how soon (code 1 if one is missed)',
  flags: {
    only: {
      kind: 'texts',
      of: 'WORDS',
      tells: 'only faults that have these words in their name, or of the list of this name',
    },
    by: { kind: 'text', among: BY, tells: 'what looks: tests, simulated worlds, or both, the tests first (both)' },
    seconds: { kind: 'whole', usual: 120, least: 1, tells: 'how long the tests of a folder may take' },
    worlds: { kind: 'whole', usual: 4, least: 1, tells: 'how many worlds of two minutes look for each' },
    seed: SEED,
  },
});
const { by = 'both', only } = values;
const MINUTES = 2;
/** Long enough for one tournament of each kind. */
const SMALL_CLUB = { people: 24, minutes: 2 * 24 * 60, strikes: [] };
/** These tests need the repository itself, or find every fault by its text. */
const WITHOUT = ['test/src/faults/planted.test.ts', 'test/src/house/checks.test.ts'];
const first = values.seed ?? Date.now() % 1_000_000;
const { faults, mistakes } = plantedFaults();
if (mistakes.length > 0) refuse(mistakes.join('\n'));
const chosen = faults.filter(
  ({ name, list }) => only.length === 0 || only.some((words) => name.includes(words) || list === words),
);
if (chosen.length === 0) refuse(`do -- faults has no fault that is named so: ${only.join(', ')}.`);

console.log(`${chosen.length} faults, worlds from seed ${first} on`);
const tree = copyOfTheTree();
for (const file of WITHOUT) rmSync(join(tree, file));
let found = 0;
for (const fault of chosen) {
  const began = performance.now();
  const finding =
    (by === 'worlds' ? undefined : await byTests(fault)) ?? (by === 'tests' ? undefined : await byWorlds(fault));
  const said = `${fault.list}: ${fault.name}: ${((performance.now() - began) / 1000).toFixed(0)} s`;
  if (finding !== undefined) found++;
  console.log(finding === undefined ? `MISSED: ${said}` : `found: ${said}: ${finding}`);
}
rmSync(tree, { recursive: true });
console.log(`${found} of ${chosen.length} found`);
process.exit(found === chosen.length ? 0 : 1);

/** The folders whose tests look: that of the file, the one that holds it, its room, and the whole house. The nearest are soon done. */
function placesOf(file: string): ReadonlySet<string> {
  const [own, [room]] = [dirname(file), file.split('/')];
  const around = dirname(own).includes('/src/') ? [`${dirname(own)}/`] : [];
  return new Set([`${own}/`, ...around, `${room}/`, 'test/src/']);
}

async function byTests({ file, from, to }: Fault): Promise<string | undefined> {
  const place = join(tree, file);
  const text = readFileSync(place, 'utf8');
  for (let [where, ...left] = placesOf(file); where !== undefined; ) {
    writeFileSync(
      place,
      text.replace(from, () => to),
    );
    const failed = await failedIn(where);
    writeFileSync(place, text);
    const [test = ''] = failed?.split(' > ') ?? [];
    if (failed !== undefined && (failed === where || (await failedIn(test)) === undefined)) return failed;
    // A test that fails without the fault, too, has not found it, and hides those that come after it.
    if (failed === undefined) [where, ...left] = left;
    else rmSync(join(tree, test));
  }
  return undefined;
}

/** The test that fails, with its file. What fails without a test is named by where it was sought. */
function failedIn(where: string): Promise<string | undefined> {
  const flags = ['run', '--project', 'tests', '--project', 'pure', '--bail', '1', '--passWithNoTests'];
  const program = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...flags, where], {
    cwd: tree,
  });
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const tooLong = setTimeout(() => {
    console.error(`the tests of ${where} took longer than ${values.seconds} s, and say nothing`);
    program.kill('SIGTERM');
  }, values.seconds * 1000);
  return new Promise((resolve) =>
    program.on('close', (code) => {
      clearTimeout(tooLong);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
      const plain = said.replaceAll(/\u001b\[[\d;]*m/g, '');
      const [, test] = /^ *FAIL +\S+ +(.*)$/m.exec(plain) ?? [];
      resolve(test ?? (code === 1 ? where : undefined));
    }),
  );
}

async function byWorlds(fault: Fault): Promise<string | undefined> {
  if (!(await isSimulated(fault.file))) return undefined;
  for (let seed = first; seed < first + values.worlds; seed++) {
    const world = fault.list === 'club' ? SMALL_CLUB : { minutes: MINUTES };
    const [finding] = (await simulate({ seed, ...world, plants: [fault], mostFindings: 1 })).findings;
    if (finding !== undefined) return `seed ${seed}: ${finding.slice(0, 200)}`;
  }
  return undefined;
}

/** A copy of the whole repository, with its own links to the rooms, so that nothing of it imports the tree itself. */
function copyOfTheTree(): string {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'tree-')));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of files.split('\n').filter((name) => name !== '' && !/^\.ci\/(?!run$)/.test(name))) {
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
