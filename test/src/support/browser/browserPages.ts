/** Pages that a real browser loads from another origin than the server, with a bundle as frontends make it. */
import { createServer, type Server } from 'node:http';
import { build } from 'esbuild';

/** What the entry exports is `sdk` on the page. */
export async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'sdk',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

export function servePage(script: string): Promise<Server> {
  const page = '<!doctype html><link rel="icon" href="data:,"><main></main><script src="/sdk.js"></script>';
  const pages = createServer(({ url }, response) => {
    response.setHeader('content-type', url === '/sdk.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/sdk.js' ? script : page);
  });
  return new Promise((resolve) => pages.listen(0, '127.0.0.1', () => resolve(pages)));
}
