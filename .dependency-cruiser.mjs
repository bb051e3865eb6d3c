/** The arrows that docs/decisions/0001-rooms-of-the-house.md allows; any other is an error. */
const room = (name) => `^${name}/`;
const others = (...names) => `^(${names.join('|')})/`;
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    forbid(
      'rules-alone',
      'rules import no other room',
      { path: room('rules') },
      { path: others('protocol', 'server', 'client-sdk', 'bridge', 'web', 'loadtest', 'test') },
    ),
    forbid(
      'rules-pure',
      'rules/src imports nothing but itself: no library, no node module',
      { path: '^rules/src/', pathNot: ['[.]test[.]ts$', '^rules/src/testing[.]ts$', '^rules/src/testing/'] },
      { pathNot: '^rules/(src|frozen)/' },
    ),
    forbid(
      'games-apart',
      'no game imports another; what the ring games share lies beside them',
      { path: '^rules/src/([^/]+)/' },
      { path: '^rules/src/[^/]+/', pathNot: ['^rules/src/$1/', '^rules/src/ring/'] },
    ),
    forbid(
      'protocol-arrows',
      'protocol imports rules alone',
      { path: room('protocol') },
      { path: others('server', 'client-sdk', 'bridge', 'web', 'loadtest', 'test') },
    ),
    forbid(
      'rules-as-types',
      'protocol and client-sdk import rules as types only',
      { path: others('protocol', 'client-sdk') },
      { path: room('rules'), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'server-arrows',
      'server imports rules and protocol',
      { path: room('server') },
      { path: others('client-sdk', 'bridge', 'web', 'loadtest', 'test') },
    ),
    forbid(
      'client-arrows',
      'client-sdk imports protocol',
      { path: room('client-sdk') },
      { path: others('server', 'bridge', 'web', 'loadtest', 'test') },
    ),
    forbid(
      'bridge-arrows',
      'bridge imports client-sdk and protocol',
      { path: room('bridge') },
      { path: others('rules', 'server', 'web', 'loadtest', 'test') },
    ),
    forbid(
      'web-arrows',
      'web imports client-sdk, rules and protocol',
      { path: room('web') },
      { path: others('server', 'bridge', 'loadtest', 'test') },
    ),
    forbid(
      'pure-match',
      'a match knows no socket, room, disk or clock',
      { path: '^server/src/match/', pathNot: '^server/src/match/(matches|ids)[.]ts$' },
      { path: ['colyseus', '^node:', '^fs$', '^crypto$', 'express', '^server/src/(rooms|http|config|server)'] },
    ),
    forbid(
      'front-door',
      'a package shows its index and its named sub-paths; deeper files are private',
      { path: '^([^/]+)/' },
      {
        path: '^(rules|protocol|server|client-sdk|bridge)/.+',
        pathNot: [
          '^$1/',
          '^(rules|protocol|server|client-sdk|bridge)/src/index[.]ts$',
          '^rules/src/(testing|scenario|twins)[.]ts$',
          '^protocol/src/(paths|sharing|temple|temple/credentials)[.]ts$',
          '^bridge/(twin|broker)/index[.]ts$',
        ],
      },
    ),
    forbid(
      'no-circles',
      'a circle of imports has no top to read from',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'declared',
      'every dependency stands in the package.json of the room that uses it',
      { pathNot: ['^[^/]+[.]ts$'] },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    ),
    forbid('resolvable', 'every import leads somewhere', {}, { couldNotResolve: true }),
    forbid(
      'not-to-dev',
      'what runs for users does not need what only tests need',
      {
        path: '^(rules|protocol|server|client-sdk|bridge)/src/',
        pathNot: ['[.]test[.]ts$', '^rules/src/testing', '^server/src/journal/contract[.]ts$', '^bridge/src/support/'],
      },
      { dependencyTypes: ['npm-dev'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^rules/frozen/'] },
    tsPreCompilationDeps: 'specify',
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module-sync', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.cjs'],
    },
  },
};
