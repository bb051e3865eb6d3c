/** What GitHub reads as it stands, and the site must hear in its own words: links, the names of headings, code, aligned columns. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joinPath } from 'node:path/posix';
import type { MarkdownRenderer } from 'vitepress';
import { ROOT } from '../tools/packs.ts';
import { type Plan, pageOf } from './pages.ts';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** A rule for Markdown: `document` is the path in the house of what is rendered. */
export function housePlugin(plan: Plan): (md: MarkdownRenderer) => void {
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
export function nameAsGitHub(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
