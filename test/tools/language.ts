/** npm run do -- language de: makes or renews the file of a language, says what is wrong or missing in it, and makes what programs load. */

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { LANGUAGES } from '@flower-war/words/all';
import { englishTexts } from '../src/words/englishTexts.ts';
import {
  compiled,
  faultsIn,
  LANGUAGE_INDEX,
  LANGUAGE_TEXTS,
  languageIndex,
  languageTexts,
  readLanguageFile,
  renewed,
} from '../src/words/languageFile.ts';

const { values, words } = commandLine({
  name: 'do -- language',
  does: 'makes or renews the file of a language, and says what is wrong or missing in it (code 1 if something is wrong)',
  flags: { missing: { kind: 'switch', tells: 'lists every text that is missing, or whose English has changed' } },
  words: {
    of: 'LANGUAGE',
    least: 1,
    most: 1,
    tells: 'by its letters, such as de: the file is words/languages/de.yaml',
  },
});
const [language = ''] = words;
if (!/^[a-z]{2,3}$/.test(language)) refuse(`${language} is not the letters of a language, such as de.`);
if (LANGUAGES.some((one) => one.language === language))
  refuse(`${language} is not a file: it stands in words/src/${language}/.`);

const folder = new URL('../../words/languages/', import.meta.url);
const file = new URL(`${language}.yaml`, folder);
const english = await englishTexts();
const before = readLanguageFile(existsSync(file) ? readFileSync(file, 'utf8') : '{}', language);
if (before.faults.length > 0) stop(before.faults);
const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
writeFileSync(file, renewed(before.entries, english, { language, name }));

const { entries } = readLanguageFile(readFileSync(file, 'utf8'), language);
const data = compiled(entries, english);
writeFileSync(
  new URL(`../../words/src/languages/${language}.json`, import.meta.url),
  `${JSON.stringify(data, undefined, 1)}\n`,
);
const all = globSync('*.yaml', { cwd: folder }).map((one) => basename(one, '.yaml'));
writeFileSync(LANGUAGE_INDEX, languageIndex(all.toSorted()));
writeFileSync(LANGUAGE_TEXTS, languageTexts(all.toSorted()));

const missing = [...english.keys()].filter((key) => data[key] === undefined);
const changed = entries.flatMap(({ key, was }) => (was === undefined ? [] : [key]));
tell('missing, and English for now', missing);
tell('in need of a look, because their English has changed', changed);
const percent = Math.floor((100 * (english.size - missing.length)) / english.size);
console.log(
  `${name}: ${english.size - missing.length} of ${english.size} texts (${percent} %), in words/languages/${language}.yaml.`,
);
stop(faultsIn(entries, english));

function tell(what: string, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const parts = Object.entries(Object.groupBy(keys, (key) => key.split('.').slice(0, 2).join('.')));
  console.log(`${keys.length} ${what}:`);
  for (const [part, held = []] of parts)
    console.log(values.missing ? held.map((key) => `  ${key}`).join('\n') : `  ${held.length} of ${part}`);
}

function stop(faults: readonly string[]): void {
  for (const fault of faults) console.error(`words/languages/${language}.yaml, ${fault}`);
  if (faults.length > 0) process.exit(1);
}
