/** The arrows that docs/decisions/0001-packages.md allows; any other is an error. */
import { readFileSync } from 'node:fs';

const { workspaces: ROOMS } = JSON.parse(readFileSync('package.json', 'utf8'));

/** What each room may import of the others, and nothing else: a new room must be told here what it may. */
const MAY_IMPORT = {
  rules: [],
  protocol: ['rules'],
  words: ['protocol'],
  server: ['rules', 'protocol', 'words'],
  'client-sdk': ['rules', 'protocol'],
  terminal: ['rules', 'protocol', 'words', 'client-sdk'],
  board: ['rules', 'protocol', 'client-sdk', 'words'],
  web: ['rules', 'protocol', 'client-sdk', 'words', 'board', 'temple'],
  bridge: ['protocol', 'client-sdk'],
  temple: ['protocol'],
  launcher: ['protocol'],
  examples: ['client-sdk'],
  packaging: ['rules', 'protocol', 'client-sdk', 'board', 'launcher', 'web'],
  conformance: ['rules', 'protocol'],
  hosting: ['protocol', 'server', 'client-sdk', 'bridge', 'temple', 'packaging'],
  loadtest: ['protocol', 'client-sdk', 'server', 'launcher'],
  test: ROOMS,
};

/** What all tools parse their arguments with, also those of rules; rules/src may not, since it imports nothing but itself. */
const COMMAND_LINE = '^protocol/src/hosting/commandLine[.]ts$';

/** The tests of these rooms start a broker, or ask the rules for every card; what runs for users does not. */
const WIDER_TESTS = ['temple', 'launcher', 'words'];

/** Each floor of the server imports those below it. */
const FLOORS = ['doors', 'features', 'matches', 'match', 'store', 'announcing', 'base'];

export const TESTS = ['[.]test[.]ts$', '[.]fixture[.]ts$', '[.]contract[.]ts$', '^rules/src/tools/testing[.]ts$'];
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const oneOf = (names) => `^(${names.join('|')})/`;

const rooms = ROOMS.map((room) =>
  forbid(
    `${room}-arrows`,
    `${room} imports ${(MAY_IMPORT[room] ?? []).join(', ') || 'no other room'}`,
    { path: `^${room}/`, ...(WIDER_TESTS.includes(room) && { pathNot: TESTS }) },
    { path: oneOf(ROOMS), pathNot: [oneOf([room, ...(MAY_IMPORT[room] ?? [])]), COMMAND_LINE] },
  ),
);

const floors = FLOORS.slice(1).map((floor, below) =>
  forbid(
    `floor-${floor}`,
    `${floor} imports no floor above it`,
    { path: `^server/src/${floor}/`, pathNot: TESTS },
    { path: [...FLOORS.slice(0, below + 1).map((upper) => `^server/src/${upper}/`), '^server/src/[^/]+$'] },
  ),
);

export default {
  forbidden: [
    ...rooms,
    ...floors,
    forbid(
      'rules-pure',
      'rules/src imports nothing but itself: no library, no node module',
      { path: '^rules/src/', pathNot: TESTS },
      { pathNot: '^rules/(src|frozen)/' },
    ),
    forbid(
      'games-apart',
      'no game imports another; what the ring games share lies beside them',
      {
        path: '^rules/src/(flower-war|mexica|space-aztecs|tieqchieq|ring)/',
        pathNot: ['^rules/src/ring/.*[.]test[.]ts$'],
      },
      {
        path: '^rules/src/(flower-war|mexica|space-aztecs|tieqchieq)/',
        pathNot: ['^rules/src/$1/'],
      },
    ),
    forbid(
      'rules-as-types',
      'protocol, client-sdk, board and terminal import rules as types only; lessons and puzzles in the terminal need no server',
      {
        path: oneOf(['protocol', 'client-sdk', 'board', 'terminal']),
        pathNot: ['^terminal/src/(session/solo|.*[.](test|fixture))[.]ts$', '^board/src/.*[.]test[.]ts$'],
      },
      { path: '^rules/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'words-as-types',
      'words imports types only, so that it brings nothing else into a browser',
      { path: '^words/src/', pathNot: TESTS },
      { path: '^protocol/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'web-knows-no-rules',
      'the page takes its addresses from protocol, and loads rules and verify only late: for a proof, an ending, a lesson, a puzzle, a match without a server',
      { path: '^web/src/', pathNot: ['^web/src/(lazy/|match/ending/Ending[.]tsx$)', ...TESTS] },
      { path: ['^rules/', '^protocol/'], pathNot: '^protocol/src/http/pages[.]ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'twin-apart',
      'only the temple on the screen is made of the simulated device',
      { path: '^web/', pathNot: ['^web/src/lazy/twin/'] },
      { path: '^temple/' },
    ),
    forbid(
      'sdk-http',
      'what calls routes knows no room and no client',
      { path: '^client-sdk/src/http/' },
      { path: '^client-sdk/src/(rooms/|[^/]+$)' },
    ),
    forbid(
      'sdk-socket',
      'what reads and writes frames knows no route, no room and no client',
      { path: '^client-sdk/src/socket/' },
      { path: '^client-sdk/src/(http/|rooms/|[^/]+$)' },
    ),
    forbid(
      'sdk-rooms',
      'what holds a room knows no client',
      { path: '^client-sdk/src/rooms/' },
      { path: '^client-sdk/src/[^/]+$' },
    ),
    forbid(
      'sdk-without-react',
      'who plays without React loads none of it: only the hooks import it',
      { path: '^client-sdk/src/', pathNot: '^client-sdk/src/react/' },
      { path: ['^client-sdk/src/react/', '^react$', 'node_modules/react/'] },
    ),
    forbid(
      'pure-match',
      'a match knows no socket, room, disk or clock',
      { path: '^server/src/match/' },
      { path: ['colyseus', '^node:', '^fs$', '^crypto$', 'express'] },
    ),
    forbid(
      'sql-in-store',
      'only the store knows the database',
      { path: '^server/src/', pathNot: ['^server/src/store/', ...TESTS] },
      { path: '^(node:)?sqlite$' },
    ),
    forbid(
      'redis-apart',
      'only one file knows Redis: all others tell and count',
      { path: '^server/', pathNot: ['^server/src/announcing/redis'] },
      { path: 'node_modules/ioredis' },
    ),
    forbid(
      'front-door',
      'a package shows its index and its named sub-paths; deeper files are private',
      { path: '^([^/]+)/' },
      {
        path: `${oneOf(ROOMS)}.+`,
        pathNot: [
          '^$1/',
          `${oneOf(ROOMS)}src/index[.]ts$`,
          '^client-sdk/src/(react/index|lan|oauth)[.]ts$',
          '^board/(build/element|src/(drawing|moves/stakes))[.]ts$',
          '^rules/src/(account/(accountOf|telling|verdict)|catalogue/frozenEngine|contract/chance|lessons/(courses|lesson)|puzzles/(finding|puzzle)|tools/(testing|scenario|twins|localMatch|playable))[.]ts$',
          '^protocol/src/(record/proof/(course|verify)|wire/(errors|names)|http/(consent|pages|routes/paths)|hosting/(index|addresses|commandLine|lan|workFolder)|temple/index|temple/credentials)[.]ts$',
          '^bridge/(src/bridge|testing/(index|guardedBrokers))[.]ts$',
          '^(server|hosting|launcher|client-sdk)/testing/index[.]ts$',
          '^server/src/matches/cells/(cell|modules[.]fixture)[.]ts$',
          '^loadtest/src/(server|usage)[.]ts$',
          '^temple/twin/(index|core)[.]ts$',
          '^words/src/((advice|ending|rulebook)/index|all|further|reserved)[.]ts$',
          '^terminal/src/draw/(index|screens[.]fixture)[.]ts$',
          '^packaging/(outside/browser|site/build|tools/packing)[.]ts$',
          '^web/build/built[.]ts$',
          '^launcher/src/tools[.]ts$',
        ],
      },
    ),
    forbid(
      'no-circles',
      'a circle of imports has no top to read from, also where only types are imported',
      {},
      { circular: true },
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
        path: `${oneOf(ROOMS.filter((room) => room !== 'test'))}(src|twin|device|broker)/`,
        pathNot: [...TESTS, '^temple/device/pi/test/'],
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm-peer'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^rules/frozen/', '^web/dist/', '^test/tools/openapi/clients/'] },
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
