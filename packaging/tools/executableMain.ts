/** The script in the executable: it unpacks the package once, and then runs what was asked for. */
import { getRawAsset } from 'node:sea';
import { pathToFileURL } from 'node:url';
import { NotUnpacked, unpacked } from './unpacked.ts';

/** The build says it. */
declare const NAME: string;

const isOurs = (file = ''): boolean => file.includes(`/${NAME}/lib/`);

/** Programs of the package start each other as they start Node: `EXECUTABLE [--import MODULE] FILE`. */
async function run(words: readonly string[]): Promise<void> {
  const [first, second] = words;
  if (first === '--import' && isOurs(second)) {
    await import(second ?? '');
    return run(words.slice(2));
  }
  const [file = '', ...rest] = isOurs(first) ? words : [commandFile(), ...words];
  process.argv.splice(1, process.argv.length, file, ...rest);
  await import(pathToFileURL(file).href);
}

function commandFile(): string {
  const folder = unpacked({ name: NAME, bytes: Buffer.from(getRawAsset('package')) }, process.env);
  return `${folder}/lib/launcher/src/command.js`;
}

run(process.argv.slice(2)).catch((error) => {
  if (!(error instanceof NotUnpacked)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
