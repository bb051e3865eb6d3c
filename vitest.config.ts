import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';

/** What takes long: strangers' clients, proxies, devices, old data. `npm test -- long`, not `npm test`. */
const LONG = '**/*.long.test.ts';

/** What starts several servers on one PostgreSQL, and lets them fail: `npm test -- cluster`. */
const CLUSTER = '**/*.cluster.test.ts';

/** What opens the page in a browser, or builds it. `npm test -- web`. */
const WEB = '**/*.web.test.ts';

/** What plays and reads the page as people do who do not see it: `npm test -- a11y`. */
const A11Y = '**/*.a11y.test.ts';

/** In these rooms tests compute and wait for nothing: they come by themselves, one for each core, because more at once are slower. */
const PURE = '{rules,protocol,words}/**/*.test.ts';

const CORES = availableParallelism();

/** Where it has measured nothing yet, vitest begins with the largest files. These are small, and take longest: what begins last, all wait for. */
const SLOW = /(club|lan|surface)\.long|(upgrade|failures)\.cluster|axe\.a11y/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(SLOW.test(moduleId));
    return (await super.sort(files)).toSorted((a, b) => isSlow(b) - isSlow(a));
  }
}

/** The quick tests wait more than they compute. Browsers and servers that fail would only be slower, and fail by chance. */
const WAITING: Own = { maxWorkers: CORES + 4, sequence: { groupOrder: 2 } };

/** Thousands of small databases are synced: where there is room in memory for them, no disk is waited for. */
const IN_MEMORY = '/dev/shm';
const ROOM = 4e9;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM;
}

/** All that tests leave behind is here, and goes when the run ends. */
const TEMPORARY = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'flower-war-tests-'));
chmodSync(TEMPORARY, 0o755); // PostgreSQL runs as a user of its own
process.on('exit', () => rmSync(TEMPORARY, { recursive: true, force: true, maxRetries: 3 }));

/** Below this folder, whatever those above it are called. */
const OURS = new RegExp(
  `^(file://)?${import.meta.dirname.replace(/[^\w/]/g, '\\$&')}/(rules|protocol|words|server|client-sdk|bridge|temple|launcher|terminal)/(?!.*\\.test\\.ts).*\\.ts$`,
);

type Own = NonNullable<TestProjectInlineConfiguration['test']>;

/**
 * Node runs our code as it does outside of tests, and keeps what it compiled. Files of one worker share what they import: nothing of ours
 * depends on being imported anew.
 */
function part(name: string, include: string[], without: readonly string[], more: Own = {}) {
  const exclude = [...configDefaults.exclude, ...without];
  return {
    extends: true as const,
    test: { name, include, exclude, isolate: false, server: { deps: { external: [OURS] } }, ...more },
  };
}

interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly said: readonly string[];
}

type Failed = ReturnType<TestModule['errors']>[number];

/** What one suite of tests leaves for CI: how many tests passed, failed and were skipped, and a line for each that did not pass at once. */
class SuiteReport implements Reporter {
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failed[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (...wanted: readonly string[]) => states.filter((state) => wanted.includes(state)).length;
    const said = [...modules.flatMap(linesOf), ...unhandled.map((error) => `FAIL outside of tests: ${textOf(error)}`)];
    const result: SuiteResult = {
      passed: count('passed'),
      failed: Math.max(count('failed'), said.filter((line) => line.startsWith('FAIL')).length),
      skipped: count('skipped', 'pending'),
      said,
    };
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(result));
  }
}

/** A hook that fails skips the tests of its block, and only the block can say why. */
function linesOf(module: TestModule): readonly string[] {
  const at = module.relativeModuleId;
  const tests = [...module.children.allTests()].flatMap((test) => {
    const { state, errors = [] } = test.result();
    if (state === 'passed')
      return errors.length === 0
        ? []
        : [`AGAIN ${at} > ${test.fullName}: passed at the second try. ${errors.map(textOf).join('\n')}`];
    if (state === 'failed') return [`FAIL ${at} > ${test.fullName}: ${errors.map(textOf).join('\n')}`];
    return [`SKIPPED ${at} > ${test.fullName}`];
  });
  const blocks = [module, ...module.children.allSuites()].flatMap((block) =>
    block
      .errors()
      .map((error) => `FAIL ${at} > ${'fullName' in block ? block.fullName : 'the file'}: ${textOf(error)}`),
  );
  return [...blocks, ...tests];
}

function textOf({ message, stack, stacks = [] }: Failed): string {
  const places = stacks.slice(0, 3).map(({ file, line }) => `\n    at ${file}:${line}`);
  return `${message.slice(0, 2000)}${places.length > 0 ? places.join('') : `\n${stack ?? ''}`}`;
}

/** How often CI tries a test again. In a browser the matches are never the same twice, so there each test that fails is tried again. */
const IN_CI = process.env.CI ? 1 : 0;

/**
 * A machine that others keep busy may let a test wait too long. CI tries such a test once more, and tells it at its end. What is wrong, and not
 * late, fails at once, but for the browsers.
 */
const TOO_LONG = /^(Test timed out|\w+(\.\w+)?: Timeout \d+ms exceeded|expect\.poll\(\) \w+ didn't resolve in time)/;

export default defineConfig({
  test: {
    retry: { count: IN_CI, condition: TOO_LONG },
    sequence: { sequencer: SlowFirst },
    projects: [
      part('tests', ['**/*.test.ts'], [LONG, CLUSTER, WEB, A11Y, PURE], WAITING),
      part('pure', [PURE], [LONG, WEB], { maxWorkers: CORES, sequence: { groupOrder: 1 } }),
      part('long', [LONG], [], { testTimeout: 240_000 }),
      part('web', [WEB], [], { testTimeout: 180_000, hookTimeout: 300_000, retry: IN_CI }),
      part('a11y', [A11Y], [], { testTimeout: 180_000, retry: IN_CI }),
      part('cluster', [CLUSTER], [], { testTimeout: 240_000 }),
    ],
    // CI counts what was passed, failed and skipped.
    reporters: ['default', ...(process.env.CI ? [new SuiteReport(`.ci/suites/${process.env.SUITE}.json`)] : [])],
    // Hundreds of programs are started: each reads what Node compiled before, instead of compiling TypeScript again.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url)),
      TMPDIR: TEMPORARY,
      WEB: 'off', // no test builds the page but those of the page
    },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What comes soon on a quiet machine comes late on a busy one.
    expect: { poll: { timeout: 20_000 } },
    // Most files wait for sockets, timers and other programs, so that two for each core are busy.
    maxWorkers: CORES * 2,
  },
});
