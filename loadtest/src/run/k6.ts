/** The program k6: a Go program that is built once and kept in a folder that git ignores. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '1.8.1';

/** Everything that load tests write lies here. */
export const LOAD_FOLDER = fileURLToPath(new URL('../../../.load/', import.meta.url));
const FOLDER = join(LOAD_FOLDER, `k6-${VERSION}`);
export const K6 = join(FOLDER, process.platform === 'win32' ? 'k6.exe' : 'k6');

export const noK6 = (): string | undefined =>
  existsSync(K6) ? undefined : `k6 ${VERSION} is not there. Build it: npm run load:install`;

/** Where Go's own installer puts it, which is often not on the PATH. */
const USUAL = '/usr/local/go/bin';

/** Throws if there is no Go, or if it cannot build. */
export function buildK6(): void {
  mkdirSync(FOLDER, { recursive: true });
  const PATH = [process.env['PATH'] ?? '', USUAL].join(delimiter);
  const env = { ...process.env, PATH, GOBIN: FOLDER, CGO_ENABLED: '0' };
  execFileSync('go', ['install', `go.k6.io/k6@v${VERSION}`], { env, stdio: 'inherit' });
}
