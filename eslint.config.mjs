/** What only TypeScript's types can tell; Biome lints everything else. */
import { parser, plugin } from 'typescript-eslint';

const RULES = {
  'types/no-floating-promises': 'error',
  'types/no-misused-promises': 'error',
  'types/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

const typedBy = (project) => ({
  languageOptions: { parser, parserOptions: { project, tsconfigRootDir: import.meta.dirname } },
  plugins: { types: plugin },
  rules: RULES,
});

export default [
  { ignores: ['.ci/', 'dist/', 'web/dist/', 'rules/frozen/', '**/*.mjs'] },
  { files: ['**/*.ts'], ignores: ['web/src/**'], ...typedBy('./tsconfig.json') },
  { files: ['**/*.tsx', 'web/src/**/*.ts'], ...typedBy('./tsconfig.browser.json') },
  {
    // What is written and shown: a default here would take a new kind of entry or answer for an old one.
    files: ['protocol/src/**/*.ts', 'server/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'types/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }] },
  },
];
