/** What only TypeScript's types can tell; Biome lints everything else. */
import { parser, plugin } from 'typescript-eslint';

export default [
  { ignores: ['rules/frozen/', '**/*.mjs'] },
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
];
