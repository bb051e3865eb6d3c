/** npm run do -- install-k6: builds k6 with Go, once. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { K6, K6_FOLDER, K6_VERSION, noK6 } from '../src/k6Process.ts';

commandLine({ name: 'do -- install-k6', does: 'builds k6 with Go, once' });

/** Where Go's own installer puts it, which is often not on the PATH. */
const USUAL = '/usr/local/go/bin';

if (noK6() === undefined) console.log(`k6 is there: ${K6}`);
else build();

function build(): void {
  console.log('Go builds k6 now, which takes some minutes the first time.');
  mkdirSync(K6_FOLDER, { recursive: true });
  const PATH = [process.env['PATH'] ?? '', USUAL].join(delimiter);
  const env = { ...process.env, PATH, GOBIN: K6_FOLDER, CGO_ENABLED: '0' };
  try {
    execFileSync('go', ['install', `go.k6.io/k6@v${K6_VERSION}`], { env, stdio: 'inherit' });
    console.log(`k6 is there: ${K6}`);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const next = 'Install Go 1.24 or later (https://go.dev/dl, or the package golang), then try again.';
    console.error(
      isMissing ? `k6 cannot be built, because there is no Go. ${next}` : `Go could not build k6: see above.`,
    );
    process.exitCode = 1;
  }
}
