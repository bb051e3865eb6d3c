/**
 * A bench with a planted fault. argv: the unit, and what is wanted, as for `turn.ts`; the system tells the fault:
 * `hangs FILE` never returns, starts a program in a group of its own that never ends either, and writes both ids to the
 * file.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const { system } = JSON.parse(process.argv[3] ?? '{}') as { readonly system: string };
const [fault, file = ''] = system.split(' ');
if (fault === 'hangs') hang();
if (fault === 'fails') throw new Error('this bench is broken');
if (fault === 'babbles') console.log('no figures');
if (fault === 'computes-nothing') console.log(JSON.stringify({ ours: { seconds: Number.NaN } }));
if (fault === 'works') console.log(JSON.stringify({ ours: { seconds: 1 } }));

function hang(): void {
  const program = 'setInterval(() => {}, 1000)';
  const child = spawn(process.execPath, ['-e', program], { detached: true, stdio: 'inherit' });
  writeFileSync(file, JSON.stringify({ own: process.pid, child: child.pid, folder: process.env.TMPDIR }));
  setInterval(() => {}, 1000);
}
