/** Other usual spellings of the twenty days. The game itself writes only the first one of each. */
import { DAY_NAMES } from '../model/calendar.ts';

type Name = (typeof DAY_NAMES)[number];

const OTHERS: Readonly<Record<Name, readonly string[]>> = {
  cipactli: ['crocodile', 'caiman', 'alligator'],
  ehecatl: ['wind'],
  calli: ['house'],
  cuetzpalin: ['cuetzpallin', 'cuetzpalli', 'lizard'],
  coatl: ['serpent', 'snake'],
  miquiztli: ['death'],
  mazatl: ['deer'],
  tochtli: ['rabbit'],
  atl: ['water'],
  itzcuintli: ['itzcuintle', 'dog'],
  ozomahtli: ['ozomatli', 'ozomatl', 'monkey'],
  malinalli: ['grass'],
  acatl: ['reed'],
  ocelotl: ['jaguar'],
  cuauhtli: ['quauhtli', 'eagle'],
  cozcacuauhtli: ['cozcaquauhtli', 'vulture'],
  olin: ['ollin', 'quake', 'earthquake', 'movement'],
  tecpatl: ['flint', 'knife'],
  quiyahuitl: ['quiahuitl', 'quihuitl', 'ouiyahuitl', 'quiauitl'],
  xochitl: ['flower', 'nopal', 'nopales', 'cactus'],
};

const NAMES: ReadonlyMap<string, Name> = new Map(
  DAY_NAMES.flatMap((name) => OTHERS[name].map((other) => [other, name] as const)),
);

/** Longer than any move in any spelling. */
const LONGEST = 80;

/** Replaces a day's name by its usual spelling. Case and accents do not matter. */
export function notation(text: string): string {
  if (text.length > LONGEST) return text;
  const [first = '', ...words] = text.split(' ');
  const verb = GODDESS.includes(first) ? 'tonantzin' : first;
  return [verb, ...words.map((word, index) => dayIn(word, index === 0 && DAYS_ONLY.includes(verb)))].join(' ');
}

const GODDESS: readonly string[] = ['tonanzin', 'mary'];

/** A day follows these verbs, so that `rain` is not the god there. */
const DAYS_ONLY: readonly string[] = ['go', 'cancel', 'take'];

function dayIn(word: string, isDay: boolean): string {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (isDay && plain === 'rain') return 'quiyahuitl';
  return NAMES.get(plain) ?? DAY_NAMES.find((name) => name === plain) ?? word;
}
