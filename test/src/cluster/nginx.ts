/** nginx in front of several servers: any of them gets a request, and a socket goes to the one that its path names. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@flower-war/protocol/hosting';

const READY_WITHIN_MS = 20_000;
const PROGRAM = ['nginx', '/usr/sbin/nginx'].find((path) => spawnSync(path, ['-v']).error === undefined);

export const noNginx = PROGRAM === undefined ? 'nginx is not installed' : undefined;

/** The port of each server, by its name. */
export type Behind = Readonly<Record<string, number>>;

export class Nginx {
  readonly port: number;
  private readonly folder: string;
  private child: ChildProcess | undefined;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
  }

  /** Keeps its files in the folder. */
  static async start(folder: string, behind: Behind): Promise<Nginx> {
    const proxy = new Nginx(folder, await freePort());
    writeFileSync(join(folder, 'nginx.conf'), configOf(folder, proxy.port, behind));
    await proxy.up();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async up(): Promise<void> {
    const file = join(this.folder, 'nginx.conf');
    this.child = spawn(PROGRAM ?? 'nginx', ['-p', this.folder, '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
    for (const end = Date.now() + READY_WITHIN_MS; !(await isOpen(this.port)); await wait(20))
      if (Date.now() > end || this.child.exitCode !== null) throw new Error(`nginx did not start: ${file}`);
  }

  /** Ends it at once, with all connections. */
  async kill(): Promise<void> {
    if (this.child === undefined || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isThere;
}

/** One process alone, so that a kill ends all of it. */
function configOf(folder: string, port: number, behind: Behind): string {
  const servers = Object.entries(behind);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; master_process off; pid ${folder}/nginx.pid; error_log /dev/null;
events { worker_connections 2048; }
http {
  access_log off; ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  map $http_upgrade $connection_header { default upgrade; '' ''; }
  map "$http_upgrade:$uri" $peer {
    default any;
    ${servers.map(([name]) => `~*^websocket:/${name}/ ${name};`).join('\n    ')}
  }
  upstream any { ${servers.map(([, at]) => `server 127.0.0.1:${at} max_fails=1 fail_timeout=1s;`).join(' ')} }
  ${servers.map(([name, at]) => `upstream ${name} { server 127.0.0.1:${at} max_fails=0; }`).join('\n  ')}
  proxy_http_version 1.1;
  proxy_set_header Host $host;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_header;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_buffering off;
  proxy_connect_timeout 1s;
  proxy_next_upstream_tries 2;
  server {
    listen 127.0.0.1:${port} backlog=1024;
    # A server that stands still is given up soon, but for requests that may take long.
    location / { proxy_pass http://$peer; proxy_read_timeout 3s; }
    location ~ ^/api/matches/[^/]+/ { proxy_pass http://$peer; proxy_read_timeout 90s; }
    location ~ ^/[a-z0-9-]+/[^/]+$ { proxy_pass http://$peer; proxy_read_timeout 90s; }
    location ~ ^/api/matches/[^/]+/(seat|connect|watch|here)$ { proxy_pass http://$peer; proxy_read_timeout 3s; }
  }
}`;
}
