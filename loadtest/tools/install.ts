/** npm run load:install: builds k6 with Go, once. */
import { commandLine } from '@flower-war/protocol/command-line';
import { buildK6, K6, noK6 } from '../src/run/k6.ts';

commandLine({ name: 'load:install', does: 'builds k6 with Go, once' });

if (noK6() === undefined) console.log(`k6 is there: ${K6}`);
else build();

function build(): void {
  console.log('Go builds k6 now, which takes some minutes the first time.');
  try {
    buildK6();
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
