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

/** A busy machine is not a defect: a test waits for what happens, and counts it. */
const UNTIMED = {
  'no-restricted-syntax': [
    'error',
    {
      selector: 'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/][arguments.length=1]',
      message: 'It waits for one second only. Use expect.poll, which waits as long as vitest.config.ts says.',
    },
    {
      selector:
        'CallExpression[callee.property.name=/^toBeLessThan/] > MemberExpression > CallExpression > BinaryExpression[operator="-"] > CallExpression[callee.object.name=/^(performance|Date)$/][callee.property.name="now"]',
      message: 'How long it takes depends on the machine. Count what happens, or give the test a limit of its own.',
    },
  ],
};

/** What a browser runs, and what VitePress reads, whose types need those of a browser. */
const BROWSER = ['web/src/**/*.ts', 'packaging/site/{config,links}.ts'];

export default [
  { ignores: ['.ci/', 'dist/', 'web/dist/', 'rules/frozen/', '**/*.mjs'] },
  { files: ['**/*.ts'], ignores: BROWSER, ...typedBy('./tsconfig.json') },
  { files: ['**/*.tsx', ...BROWSER], ...typedBy('./tsconfig.browser.json') },
  { files: ['**/*.test.ts'], ignores: ['**/*.cluster.test.ts', '**/*.long.test.ts'], rules: UNTIMED },
  {
    // What is written and shown: a default here would take a new kind of entry or answer for an old one.
    files: ['protocol/src/**/*.ts', 'server/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'types/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }] },
  },
];
