/** Bundles for a real browser, and pages of another origin than the server's. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

/** TypeScript with JSX as text, as if it were a file in the folder. */
export interface Source {
  readonly code: string;
  readonly folder: string;
}

/** What a bundler makes of a file, or of a text, for a page. */
export async function bundleForPage(entry: string | Source, options: BuildOptions = {}): Promise<string> {
  const define = { 'process.env.NODE_ENV': '"development"' };
  const wanted = { bundle: true, format: 'esm', platform: 'browser', logLevel: 'silent', define, ...options } as const;
  const from: BuildOptions =
    typeof entry === 'string'
      ? { entryPoints: [entry] }
      : { stdin: { contents: entry.code, resolveDir: entry.folder, loader: 'tsx' } };
  const { outputFiles = [] } = await build({ ...wanted, ...from, write: false });
  return outputFiles[0]?.text ?? '';
}

export interface Pages {
  readonly url: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = { '': 'text/html', '.html': 'text/html' };

/** Serves texts by their paths. Any other path is not there. */
export async function servePages(files: Readonly<Record<string, string>>): Promise<Pages> {
  const pages = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const text = files[pathname];
    if (text === undefined) response.writeHead(404);
    else response.setHeader('content-type', TYPES[extname(pathname)] ?? 'text/javascript');
    response.end(text);
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(pages.address() as AddressInfo).port}`, close: () => pages.close() };
}
