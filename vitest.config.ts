import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{rules,protocol,server,client-sdk,test}/**/*.test.ts'],
    // CI counts what was passed, failed and skipped.
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.ci/tests.json' }]] : ['default'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // All cores: vitest alone would leave one idle, which of two is half.
    maxWorkers: '100%',
  },
});
