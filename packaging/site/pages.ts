/** The pages of the site: the documents in the order of the sidebar, the first pages, and those made of the HTTP interface. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchesGlob } from 'node:path/posix';
import { ROOT } from '../tools/packs.ts';

/** Servers show the part for players at /docs. */
export type Part = 'all' | 'players';

interface Group {
  readonly title: string;
  /** Documents by their paths in the house, or patterns of them. A page stands in the first group that names it. */
  readonly pages: readonly string[];
  /** The sidebar shows its title alone until one opens it, or comes to one of its pages. */
  readonly isFolded?: true;
}

const PLAYERS: readonly Group[] = [
  {
    title: 'Play',
    pages: [
      'docs/rules/README.md',
      'docs/rules/en/*',
      'docs/tables.md',
      'docs/ratings.md',
      'docs/people.md',
      'docs/temples.md',
      'docs/notation.md',
    ],
  },
  { title: 'Español', pages: ['docs/rules/es/*'] },
];

const OTHERS: readonly Group[] = [
  {
    title: 'Host a server',
    pages: ['README.md', 'docs/hosting.md', 'docs/operating.md', 'docs/{performance,load,scale}.md'],
  },
  { title: 'Build a temple', pages: ['docs/temple.md', 'docs/brokers.md', 'docs/temple-protocol.md', 'temple/**'] },
  {
    title: 'Build a client',
    pages: [
      'docs/clients.md',
      'client-sdk/README.md',
      'docs/reference/*',
      'docs/{programs,protocol,protocol-reference,socket,record,webhooks}.md',
      'docs/{schemas,asyncapi}/*',
      'examples/**',
      'conformance/*',
      'protocol/**',
    ],
  },
  { title: 'HTTP, route by route', pages: ['docs/http/*'] },
  { title: 'About the games', pages: ['docs/{cards,balance,lengths}.md'] },
  {
    title: 'Work on it',
    pages: ['CONTRIBUTING.md', 'docs/README.md', 'docs/{roads,promises,tools}.md', '*.md', 'docs/*.md'],
  },
  { title: 'Decisions', pages: ['docs/decisions/*'] },
  // What no other group names: no document is left out.
  { title: 'The code', pages: ['**'] },
];

const GROUPS: Readonly<Record<Part, readonly Group[]>> = {
  players: PLAYERS,
  all: [...PLAYERS, ...OTHERS.map((group) => ({ ...group, isFolded: true as const }))],
};

/** The folder with the Spanish rulebooks is a part of its own, with its own words and its own search. */
export const SPANISH = 'rules/es';

/** What a package brings as its README, and tests as theirs. */
const NO_PAGES = /node_modules|^test\/fixtures|^packaging\/tools/;

/** All documents of the house, by their paths. */
export function documents(): readonly string[] {
  const { workspaces }: { workspaces: readonly string[] } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  return globSync(['*.md', ...['docs', ...workspaces].map((folder) => `${folder}/**/*.md`)], {
    cwd: ROOT,
    exclude: (path) => NO_PAGES.test(path),
  });
}

/** The groups of the sidebar with their documents. Each document stands in one group. */
export function groupsOf(part: Part, all: readonly string[]): readonly Group[] {
  const left = new Set([...all].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)));
  return GROUPS[part].map(({ pages, ...group }) => {
    const own = [...new Set(pages.flatMap((pattern) => [...left].filter((page) => matchesGlob(page, pattern))))];
    for (const page of own) left.delete(page);
    return { ...group, pages: own };
  });
}

/** A README comes first in its folder, and a rulebook before its cards. */
const nameOf = (page: string): string => page.replace(/README\.md$/, '').replace(/\.md$/, '');

/** The file of the site that a document becomes. */
export function pageOf(document: string): string {
  if (document === 'docs/README.md') return 'pages.md';
  const path = document.startsWith('docs/') ? document.slice('docs/'.length) : `code/${document}`;
  return path.replace(/README\.md$/, 'index.md');
}

/** The first heading of a document. */
export function titleOf(text: string): string {
  const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
  return title.replace(/<[^>]*>|`/g, '');
}

/** A group with its documents, as the sidebar names them. */
export interface Listed extends Omit<Group, 'pages'> {
  readonly pages: readonly { readonly document: string; readonly title: string }[];
}

/** The file of a built site that lists the folders of its libraries. */
export const LIBRARIES = 'libraries.json';

/** All that VitePress must know of a site, as data: it builds in a process of its own. */
export interface Plan {
  readonly part: Part;
  /** The path at which the site lies on its host. */
  readonly base: string;
  readonly outDir: string;
  readonly sidebar: readonly Listed[];
  /** The documents that are pages. */
  readonly documents: readonly string[];
  /** The files of docs/ that lie beside the pages. */
  readonly files: readonly string[];
  /** The address of the page where the sources lie, if it is known. */
  readonly repository?: string | undefined;
}

// The first pages: of the whole site, and of the part for players. VitePress takes them as the head of a page without text.

const to = (document: string): string => `/${pageOf(document)}`;

const BOARD = {
  light: '/web/board-light.webp',
  dark: '/web/board-dark.webp',
  alt: 'The board of Flower War: a ring of twenty days around a temple, with four tribes on it',
};

const HEAD = { name: 'Flower War', text: 'Twenty days, two gods, one apocalypse', image: BOARD };

const LEARN = { theme: 'brand', text: 'Learn to play', link: to('docs/rules/en/flower-war.md') };
const APRENDE = { theme: 'alt', text: 'Aprende a jugar', link: to('docs/rules/es/flower-war.md') };

const HOMES: Readonly<Record<Part, object>> = {
  all: {
    hero: {
      ...HEAD,
      tagline: 'A board game of skulls, cards and omens, its sister games, and the server that plays them.',
      actions: [LEARN, APRENDE],
    },
    features: [
      {
        title: 'Host a server',
        details:
          'One command opens a table for your home, your club or the world: page, bots, clocks, ratings, backups.',
        link: to('docs/hosting.md'),
        linkText: 'Host',
      },
      {
        title: 'Connect a temple',
        details: 'A small pyramid on your table counts the beads that you offer. Build one, or try one on a screen.',
        link: to('docs/temples.md'),
        linkText: 'Connect',
      },
      {
        title: 'Build a client',
        details: 'From an empty folder to a first match with the SDK, or over plain HTTP from any language.',
        link: to('docs/clients.md'),
        linkText: 'Build',
      },
    ],
  },
  players: {
    hero: { ...HEAD, tagline: 'The rules of all games, every card, and how tables work.', actions: [LEARN, APRENDE] },
    features: [
      {
        title: 'All rulebooks',
        details: 'Flower War, Mexica, Space Aztecs and Tieqchieq, each with its cards, in English and Spanish.',
        link: to('docs/rules/README.md'),
        linkText: 'Choose a game',
      },
      {
        title: 'At the table',
        details: 'Clocks, absent players, habits, taking back, pausing: what the host of a match chooses.',
        link: to('docs/tables.md'),
        linkText: 'Read on',
      },
      {
        title: 'After the match',
        details: 'How ratings are made, how to see a match once more, and how to play on from any position.',
        link: to('docs/ratings.md'),
        linkText: 'Read on',
      },
    ],
  },
};

/** JSON is YAML, in which VitePress reads the head of a page. */
export const homeOf = (part: Part): string =>
  `---\n${JSON.stringify({ layout: 'home', ...HOMES[part] }, undefined, 2)}\n---\n`;

// The OpenAPI document for people: a page for each tag, with every route, an example and what it may refuse.

interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** The pages in Markdown, by the paths that they would have in the house. */
export function httpPages(): ReadonlyMap<string, string> {
  const api: OpenApi = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const pages = api.tags.map(({ name, description }) => {
    const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags.includes(name))
        .map(([method, operation]) => routeText(`${method.toUpperCase()} ${path}`, operation, api)),
    );
    return { name, description, text: [`# HTTP: ${name}`, description, ...routes].join('\n\n') };
  });
  const list = pages.map(({ name, description }) => `| [${name}](${name}.md) | ${description} |`);
  return new Map([
    ['docs/http/README.md', [INTRODUCTION, ['| routes | for |', '|---|---|', ...list].join('\n')].join('\n\n')],
    ...pages.map(({ name, text }) => [`docs/http/${name}.md`, text] as const),
  ]);
}

const INTRODUCTION = `# HTTP, route by route

Every route of a server, with an example and with what it may refuse. These pages are made from [openapi.json](../openapi.json), which
programs read; a running server sends it at \`GET /api/openapi.json\`. How the routes belong together: [the protocol](../protocol.md).
The fields of bodies and answers: [field by field](../protocol-reference.md).`;

function routeText(route: string, operation: Operation, { components }: OpenApi): string {
  const { summary, description, security, parameters, requestBody, responses } = operation;
  const tokens = security.flatMap(Object.keys).map((name) => components.securitySchemes[name]?.description);
  const [token] = tokens;
  const may = security.length > tokens.length ? 'It may bring a token: ' : 'It needs a token: ';
  return [
    `## \`${route}\``,
    `${summary}.`,
    [token && may + lowered(token), description].filter(Boolean).join(' '),
    parametersText(parameters),
    exampleText('A body', requestBody),
    ...Object.values(responses).map((answer) => exampleText('An answer', answer)),
    refusalsText(responses),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function parametersText(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description = '' }) =>
      `| \`${name}\` | ${place}${required ? '' : ', optional'} | ${description.replaceAll('\n', ' ')} |`,
  );
  return rows.length === 0 ? '' : ['| parameter | in | means |', '|---|---|---|', ...rows].join('\n');
}

/** What is not JSON stands as it is sent. */
function exampleText(what: string, { content = {} }: Content = {}): string {
  const [type, { example } = {}] = Object.entries(content)[0] ?? [];
  if (example === undefined) return '';
  const isForm = type === 'application/x-www-form-urlencoded';
  const sent = isForm ? new URLSearchParams(example as Record<string, string>).toString() : example;
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent, undefined, 2);
  return `${what}, \`${type}\`:\n\n\`\`\`${typeof sent === 'string' ? 'text' : 'json'}\n${text}\n\`\`\``;
}

/** The name of a refusal in the document lists its codes, behind the standard that says its form, if one does. */
function refusalsText(responses: Operation['responses']): string {
  const refusals = Object.entries(responses).flatMap(([status, { $ref }]) => {
    const codes = $ref?.split('/').at(-1)?.split('.') ?? [];
    return codes.filter((code) => code !== 'oauth').map((code) => `${status} \`${code}\``);
  });
  return refusals.length === 0 ? '' : `It may refuse with ${refusals.join(', ')}.`;
}
