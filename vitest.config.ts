import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    // CI counts what was passed, failed and skipped.
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.ci/tests.json' }]] : ['default'],
    // Hundreds of programs are started: each reads what Node compiled before, instead of compiling TypeScript again.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url)) },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Much of it waits for sockets and timers, so that more than one for each core are busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
});
