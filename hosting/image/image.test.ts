import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp } from '../support/cleanUp.ts';
import { scratchFolder } from '../support/scratchFolder.ts';
import { ROOT } from '../support/server.ts';
import { contextOf } from './context.ts';
import { instructionsIn } from './dockerfile.ts';
import { runDockerfile } from './stages.ts';

afterAll(cleanUp);

const DOCKERFILE = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = scratchFolder('context');
  execFileSync('git', ['init', '-q'], { cwd: folder });
  for (const [file, text] of Object.entries({ '.dockerignore': 'secret\n', ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const START = 'FROM a AS build\nWORKDIR /app\n';

test('a stage gets what is copied, and the next one only what it takes over', () => {
  const second = 'FROM b\nWORKDIR /app\nCOPY --from=build /app/made/ ./\nENV PATH=/app/bin:$PATH\nCMD ["node"]';
  const text = `${START}COPY one.txt more ./\nRUN mkdir made && cp one.txt made/two.txt\n${second}`;
  const { folder, environment, command } = runDockerfile(
    folderWith({ Dockerfile: text, 'one.txt': '1', 'more/b.txt': '2' }),
  );
  expect(execFileSync('ls', { cwd: folder, encoding: 'utf8' })).toBe('two.txt\n');
  expect(environment['PATH']).toBe(`${folder}/bin:${process.env['PATH']}`);
  expect(command).toEqual(['node']);
});

test.each([
  ['a file that is not there', 'COPY none.txt ./', /COPY none.txt: it is not there/],
  ['a file that .dockerignore leaves out', 'COPY secret ./', /COPY secret: it is not there/],
  ['a folder that an earlier stage does not have', 'FROM b\nCOPY --from=build /app/none ./', /it is not there/],
  ['a command that fails', 'RUN false', /false/],
  ['a command outside of its folder', 'RUN rm -rf /var/lib/none', /must stay in the folder/],
  ['an instruction that this run does not know', 'ADD https://example.org/a ./', /not known here/],
  ['a command in a shell, which no signal reaches', 'CMD node server', /list of words/],
])('%s makes the run fail', (_, step, problem) => {
  const folder = folderWith({ Dockerfile: `${START}${step}\n`, secret: 'hush' });
  expect(() => runDockerfile(folder)).toThrow(problem);
});

const hasApt = spawnSync('apt-get', ['--version']).error === undefined;
test.skipIf(!hasApt)(`a package that Debian does not have makes it fail${hasApt ? '' : ': no apt-get here'}`, () => {
  const packages = 'apt-get install -y --no-install-recommends no-such-package-1';
  const step = `RUN apt-get update && ${packages} && rm -rf /var/lib/apt/lists/*`;
  expect(() => runDockerfile(folderWith({ Dockerfile: `${START}${step}\n` }))).toThrow(/no-such-package-1/);
});

test('what the Dockerfile copies is in its context, and nothing that tests or hosts keep for themselves', () => {
  const files = contextOf(ROOT);
  for (const step of instructionsIn(DOCKERFILE).filter((one) => one.kind === 'copy' && one.from === undefined))
    for (const source of step.kind === 'copy' ? step.sources : [])
      expect(
        files.some((file) => file === source || file.startsWith(`${source}/`)),
        source,
      ).toBe(true);
  expect(files.filter((file) => /\.test\.ts$|node_modules|^data\/|^\.env|^\.git\//.test(file))).toEqual([]);
});

test('the image runs as a user without rights, and npm in it is that of the Node that runs everything', () => {
  const steps = instructionsIn(DOCKERFILE);
  expect(steps.findLast(({ kind }) => kind === 'user')).toEqual({ kind: 'user', user: '10001:10001' });
  const [major] = readFileSync(join(ROOT, '.nvmrc'), 'utf8').split('.');
  expect(steps[0]).toMatchObject({ kind: 'from', image: `node:${major}-bookworm-slim` });
});
