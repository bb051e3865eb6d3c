/** How VitePress makes the site of a plan. It reads this file by itself, in a process that knows nothing but the plan. */
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dirname, join as joinPath } from 'node:path/posix';
import type { Plugin } from 'vite';
import type { DefaultTheme, MarkdownRenderer, SiteConfig, UserConfig } from 'vitepress';
import { ROOT } from '../tools/packs.ts';
import { LIBRARIES, type Listed, type Plan, pageOf, SPANISH } from './pages.ts';

/** `UserConfig` is what the file .vitepress/config.ts of a site shows. */
export function configOf(plan: Plan): UserConfig<DefaultTheme.Config> {
  const { part, base, outDir } = plan;
  return {
    title: 'Flower War',
    description: 'An Aztec strategy board game, its sister games, and the server that plays them',
    lang: 'en',
    base,
    outDir,
    head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
    // Else VitePress writes styles into the page, which the policy of the server forbids.
    appearance: { disableTransition: false },
    contentProps: {},
    // A reader of one page does not load the pages that it names.
    router: { prefetchLinks: false },
    markdown: {
      anchor: { slugify: nameAsGitHub },
      config: housePlugin(plan),
      // Documents say what GitHub shows, and nothing that only VitePress knows.
      attrs: false,
      container: false,
      emoji: false,
      include: false,
      snippet: false,
      toc: false,
      // The policy of the server allows no style in a page, and so no colours of code.
      ...(part === 'players' && { highlight: plainCode }),
    },
    themeConfig: themeOf(plan),
    // Rulebooks lead to each other, so there is no menu of languages, which would show these labels.
    locales: {
      root: { label: '', lang: 'en' },
      [SPANISH]: {
        label: '',
        lang: 'es',
        link: '/',
        title: 'Guerra Florida',
        themeConfig: { ...themeOf({ ...plan, sidebar: plan.sidebar.toSorted(spanishFirst) }), ...IN_SPANISH },
      },
    },
    transformHtml: (html, _file, { siteConfig }) => withoutInline(html, siteConfig),
    vite: {
      logLevel: 'warn',
      build: { chunkSizeWarningLimit: 5000 },
      plugins: [tellLibraries],
    },
  };
}

/** The folders of the libraries of which something is in the site. */
const tellLibraries: Plugin = {
  name: 'libraries in the site',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? Object.keys(one.modules) : []));
    const folders = files.flatMap((file) => FOLDER.exec(relative(ROOT, file.replace('\0', '')))?.[0] ?? []);
    this.emitFile({ type: 'asset', fileName: LIBRARIES, source: JSON.stringify([...new Set(folders)].sort()) });
  },
};

const FOLDER = /^.*node_modules\/(@[^/]+\/)?[^/]+\//;

function themeOf({ part, base, sidebar }: Plan): DefaultTheme.Config {
  return {
    ...(part === 'all' && { nav: [{ text: 'All pages', link: `/${pageOf('docs/README.md')}` }] }),
    sidebar: sidebar.map(({ title, isFolded, pages }) => ({
      text: title,
      ...(isFolded && { collapsed: true }),
      items: pages.map((page) => ({ text: page.title, link: `/${pageOf(page.document)}` })),
    })),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: SEARCH },
    notFound: { linkLabel: 'Take me home' },
    footer: {
      message: `Free software: GPL-3.0-or-later. <a href="${base}libraries.txt">Libraries in these pages</a>`,
    },
  };
}

const spanishFirst = (one: Listed, other: Listed): number => Number(isSpanish(other)) - Number(isSpanish(one));
const isSpanish = ({ pages }: Listed): boolean => pages.some(({ document }) => pageOf(document).startsWith(SPANISH));

/** Two words find what has both. */
const SEARCH = { miniSearch: { searchOptions: { combineWith: 'AND' as const } } };

const IN_SPANISH: DefaultTheme.Config = {
  outline: { level: [2, 3], label: 'En esta página' },
  docFooter: { prev: 'Página anterior', next: 'Página siguiente' },
  darkModeSwitchLabel: 'Aspecto',
  lightModeSwitchTitle: 'Cambiar al aspecto claro',
  darkModeSwitchTitle: 'Cambiar al aspecto oscuro',
  sidebarMenuLabel: 'Menú',
  returnToTopLabel: 'Volver arriba',
  navMenuLabel: 'Navegación principal',
  mobileMenuLabel: 'Menú',
  skipToContentLabel: 'Saltar al contenido',
  search: {
    provider: 'local',
    options: {
      ...SEARCH,
      translations: {
        button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
        modal: {
          displayDetails: 'Mostrar los detalles',
          resetButtonTitle: 'Borrar la búsqueda',
          backButtonTitle: 'Cerrar la búsqueda',
          noResultsText: 'No hay resultados para',
          footer: {
            selectText: 'elegir',
            selectKeyAriaLabel: 'Intro',
            navigateText: 'moverse',
            navigateUpKeyAriaLabel: 'Flecha arriba',
            navigateDownKeyAriaLabel: 'Flecha abajo',
            closeText: 'cerrar',
            closeKeyAriaLabel: 'Escape',
          },
        },
      },
    },
  },
};

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Vue may not read what stands in code. */
const plainCode = (code: string): string =>
  `<pre v-pre tabindex="0"><code>${code.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark)}</code></pre>`;

const INLINE_SCRIPT = /<script id="[^"]*">([\s\S]*?)<\/script>/g;
/** The theme writes one into every page, and its script writes it again. */
const INLINE_STYLE = ' style="--vp-vh:0px;"';

/** The policy of the server allows scripts from files alone: what VitePress writes into each page becomes a file. */
function withoutInline(html: string, { outDir, site }: SiteConfig): string {
  return html.replaceAll(INLINE_STYLE, '').replace(INLINE_SCRIPT, (_, code: string) => {
    const file = `assets/${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    writeFileSync(join(outDir, file), code);
    return `<script src="${site.base}${file}"></script>`;
  });
}

// What GitHub reads as it stands, and the site must hear in its own words: links, the names of headings, code, aligned columns.

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** A rule for Markdown: `document` is the path in the house of what is rendered. */
function housePlugin(plan: Plan): (md: MarkdownRenderer) => void {
  const documents = new Map(plan.documents.map((document) => [pageOf(document), document]));
  return ({ core }) => {
    core.ruler.before('anchor', 'house', ({ tokens, env }) => {
      const document = documents.get(env.relativePath);
      for (const [at, token] of tokens.entries()) {
        if (token.type === 'heading_open') nameHeading(token, tokens[at + 1]);
        if (token.type === 'code_block') Object.assign(token, { type: 'fence', tag: 'code', info: 'text' });
        alignByClass(token);
        if (document !== undefined && token.children !== null) token.children = led(token.children, document, plan);
      }
    });
  };
}

/** Rulebooks name their headings by `<a id="battle"></a>`, as GitHub takes it. */
function nameHeading(heading: Token, inline: Token | undefined): void {
  const [open, close, ...words] = inline?.children ?? [];
  const [, id] = /^<a id="([^"]+)">$/.exec(open?.content ?? '') ?? [];
  if (id === undefined || close?.content !== '</a>' || inline === undefined) return;
  heading.attrSet('id', id);
  inline.children = words;
}

/** The policy of the server allows no style in a page. */
function alignByClass(token: Token): void {
  const [, side] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? [];
  if (side !== undefined) token.attrs = [['class', side]];
}

/** The words of a paragraph, with links that lead somewhere. Where nothing can be shown, the words stand without a link. */
function led(tokens: readonly Token[], document: string, plan: Plan): Token[] {
  let leads = true;
  return tokens.filter((token) => {
    if (token.type === 'image' && !lead(token, document, plan))
      throw new Error(`${document} shows ${token.attrGet('src')}, which is not on the site`);
    if (token.type === 'link_open') leads = lead(token, document, plan);
    return leads || (token.type !== 'link_open' && token.type !== 'link_close');
  });
}

function lead(token: Token, document: string, plan: Plan): boolean {
  const name = token.type === 'image' ? 'src' : 'href';
  const place = placeOf(token.attrGet(name) ?? '', document, plan);
  if (place !== undefined) token.attrSet(name, place);
  return place !== undefined;
}

/** A page, a file beside the pages, or the place where the sources lie. */
function placeOf(link: string, document: string, { documents, files, repository }: Plan): string | undefined {
  if (/^([a-z]+:|#|\/)/.test(link)) return link;
  const [path = '', hash] = link.split('#');
  const target = joinPath(dirname(document), path);
  const found = [target, joinPath(target, 'README.md')].find((one) => documents.includes(one));
  const end = hash === undefined ? '' : `#${hash}`;
  if (found !== undefined) return `/${pageOf(found)}${end}`;
  if (files.includes(target)) return `/${target.slice('docs/'.length)}${end}`;
  if (!existsSync(join(ROOT, target))) throw new Error(`${document} links to ${link}, which does not exist`);
  return repository && `${repository}/blob/HEAD/${target}${end}`;
}

/** Names a heading as GitHub does, so that the same links work. */
function nameAsGitHub(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
