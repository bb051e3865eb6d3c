/** What only TypeScript's types can tell; Biome lints everything else. */
import { parser, plugin } from 'typescript-eslint';

export default [
  { ignores: ['.ci/', 'dist/', 'rules/frozen/', '**/*.mjs'] },
  {
    files: ['**/*.ts'],
    languageOptions: { parser, parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    plugins: { types: plugin },
    rules: {
      'types/no-floating-promises': 'error',
      'types/no-misused-promises': 'error',
      'types/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // What is written and shown: a default here would take a new kind of entry or answer for an old one.
    files: ['protocol/src/**/*.ts', 'server/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'types/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }] },
  },
];
