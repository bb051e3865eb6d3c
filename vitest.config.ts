import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{rules,protocol,server,client-sdk,test}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
