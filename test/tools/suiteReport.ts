/** What one suite of tests leaves for CI: how many tests passed, failed and were skipped, and a line for each that did not pass. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly said: readonly string[];
}

type Failed = ReturnType<TestModule['errors']>[number];

export class SuiteReport implements Reporter {
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
    const { state, errors } = test.result();
    if (state === 'passed') return [];
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
