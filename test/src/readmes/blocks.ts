/** The code that the READMEs show to strangers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Those of the packages that strangers install, and the first one that they read. */
export const READMES = ['README.md', 'client-sdk/README.md', 'protocol/README.md', 'rules/README.md'] as const;

export interface Block {
  /** The page, and which of its blocks it is. */
  readonly name: string;
  readonly language: 'js' | 'ts' | 'tsx';
  readonly code: string;
}

export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/```(js|tsx?)\n(.*?)```/gs)].map(([, language = '', code = ''], index) => ({
    name: `${page}, block ${index + 1}`,
    language: language as Block['language'],
    code,
  }));
}

/** A block that imports what it uses is a whole program or module; any other is a part of one. */
export const isWhole = ({ code }: Block): boolean => /^import /m.test(code);
