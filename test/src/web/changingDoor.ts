/** A host whose page becomes a newer one while people have the older one open. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPage } from '@flower-war/web/built';
import { ROOT } from '../support/program.ts';

/** A page in which all is the same, but the names of its files: those of the older one are not there. */
export async function changedPage() {
  const folder = join(mkdtempSync(join(tmpdir(), 'newer-')), 'page');
  cpSync(await builtPage(ROOT), folder, { recursive: true });
  const named = (text: string) =>
    text.replace(/-([\w-]{8})\.(js|css)\b/g, (_, hash, kind) => `-${hash.slice(0, 7)}~.${kind}`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html)$/.test(name),
  );
  const old = files.find((name) => /assets\/index-.*\.js$/.test(name)) ?? '';
  for (const file of files) {
    writeFileSync(join(folder, file), named(readFileSync(join(folder, file), 'utf8')).replace(/id:`/, 'id:`newer-'));
    renameSync(join(folder, file), join(folder, named(file)));
  }
  return { folder, old, first: named(old) };
}

/** A door before the server, behind which the page can change. */
export async function openDoor(server: string) {
  const { hostname, port } = new URL(server);
  const answers = new Map<string, string>();
  const missed: string[] = [];
  const sockets = new Set<Socket>();
  let folder: string | undefined;
  let login = /^$/;
  const door = createServer((asked, answer) => {
    const path = asked.url ?? '';
    if (login.test(path)) return void answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>');
    const isPage = path === '/' && (asked.headers.accept ?? '').includes('text/html');
    const file =
      folder && (isPage ? 'index.html' : path === '/sw.js' || path.startsWith('/assets/') ? path : undefined);
    const own = answers.get(path);
    if (own !== undefined) return void answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(own);
    if (folder !== undefined && file !== undefined) {
      const type = /\.(\w+)$/.exec(file)?.[1] ?? '';
      try {
        const bytes = readFileSync(join(folder, file));
        return void answer.writeHead(200, { 'Content-Type': TYPES[type] ?? 'application/octet-stream' }).end(bytes);
      } catch {
        missed.push(path);
        return void answer.writeHead(404).end();
      }
    }
    const passed = ask({ hostname, port, path, method: asked.method ?? 'GET', headers: asked.headers }, (said) => {
      answer.writeHead(said.statusCode ?? 500, said.headers);
      said.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  door.on('upgrade', (asked, near: Socket, head) => {
    const far = connect(Number(port), hostname, () => {
      const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      far.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
    });
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
  });
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    missed,
    answer: (path: string, text: string) => void answers.set(path, text),
    /** What a network that wants a login answers in place of these paths. */
    wantLogin: (paths: RegExp) => {
      login = paths;
    },
    servePage: (from: string) => {
      folder = from;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      door.closeAllConnections();
      await new Promise((closed) => door.close(closed));
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};
