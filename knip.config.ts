/** What is unused: files, exports, dependencies. The rooms come from package.json, what they show from their exports. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { TOOLS } from './launcher/src/tools.ts';

const ROOMS: readonly string[] = JSON.parse(readFileSync('package.json', 'utf8')).workspaces;

/** Programs that are started, or sent to a browser, by their path: `new URL('./child.ts', import.meta.url)`. */
const started = globSync(ROOMS.map((room) => `${room}/**/*.{ts,tsx}`)).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/new URL\('([^']+\.(?:tsx?|js))', import\.meta\.url\)/g)].map(([, path]) =>
    join(file, '..', path ?? ''),
  ),
);

/** The programs that `npm start` keeps running. */
const kept = [...readFileSync('launcher/src/keeper.ts', 'utf8').matchAll(/file: '([^']+)'/g)].map(
  ([, path = '']) => path,
);

const tools = Object.values(TOOLS).flatMap((group) => Object.values(group).map(({ file }) => file));

const startedIn = (room: string): readonly string[] =>
  [...started, ...kept, ...tools]
    .filter((path) => path.startsWith(`${room}/`))
    .map((path) => path.slice(room.length + 1));

/** They play with the clients that generators write, and alone use two packages. */
const PLAYERS = 'test/tools/openapi/clients';

/** Programs that are copied out of the workspace and started there, or bundled for another program; and what bundlers take. */
const STRANGERS = [
  'outside/consumers/*',
  'outside/tools/*.cjs',
  'bot.ts',
  'bots/bot.ts',
  'tools/executableMain.ts',
  'tools/programP*.ts',
  'src/command.ts',
  'react/main.tsx',
  'src/main.tsx',
  'src/css.d.ts',
  'src/raw.d.ts',
  'src/public.ts',
];

/** What a program brings that uses the part of a room that needs it, and the room itself for its tests. */
const optionalPeersOf = (room: string): readonly string[] => {
  const { peerDependenciesMeta = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(room, 'package.json'), 'utf8'),
  );
  return Object.keys(peerDependenciesMeta).filter((name) => name in devDependencies);
};

/** The build of the page puts one in the place of React, by its path; style sheets name the fonts. */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  board: ['preact'],
  test: ['vue'], // a page of the test is made of it
  web: ['@fontsource/alegreya-sans', '@fontsource/almendra'],
};
const bundledIn = (room: string): readonly string[] => BUNDLED[room] ?? [];

/** An earlier tree is built with these libraries, to see what has changed for others. */
const OF_EARLIER_TREES = ['@noble/curves'];

export default {
  workspaces: {
    '.': { entry: ['.dependency-cruiser-folders.mjs', '.dependency-cruiser-parents.mjs', '.oxlint-untimed.mjs'] },
    ...Object.fromEntries(
      ROOMS.map((room) => [
        room,
        {
          entry: [...startedIn(room), ...STRANGERS],
          ignoreDependencies: [...optionalPeersOf(room), ...bundledIn(room)],
        },
      ]),
    ),
  },
  // The players of clients import what generators write, beside a copy of theirs. The schemas are for programs of others.
  ignore: ['rules/frozen/**', `${PLAYERS}/**`, 'docs/schemas/**'],
  exclude: ['binaries'],
  // A type that describes an exported value of the same file is shown with it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Node runs everything; the others are started by their paths.
  ignoreDependencies: [
    ...OF_EARLIER_TREES,
    'node',
    'dependency-cruiser',
    'oxlint',
    'oxlint-tsgolint',
    'typescript-native',
    'typedoc',
    'typedoc-plugin-markdown',
    ...(existsSync(PLAYERS) ? ['openapi-typescript', 'openapi-fetch'] : []),
  ],
};
