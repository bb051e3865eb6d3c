/** The style and the script of the page. They stand in the page itself; their hashes allow them, and nothing else. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html } from './html.ts';

const textOf = (file: URL) => readFileSync(file, 'utf8');
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const style = textOf(new URL('./page.css', import.meta.url));
const script = textOf(new URL('./page.js', import.meta.url));

export const STYLE = new Html(style);
export const SCRIPT = new Html(script);

const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
