/** The documents that are pages of the site: where each lies, and in which order the sidebar lists them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchesGlob } from 'node:path/posix';
import { ROOT } from '../tools/packs.ts';

/** Servers show the part for players at /docs. */
export type Part = 'all' | 'players';

export interface Group {
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
      'docs/{protocol,protocol-reference,socket,record,webhooks}.md',
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
