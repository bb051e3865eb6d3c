/** Days as people type them, in their language or in another usual spelling: `go Ollin`, `go crocodile`. */
import { LANGUAGES, NAHUATL } from '@flower-war/words';

const OTHERS: Readonly<Record<string, string>> = {
  ollin: 'olin',
  earthquake: 'olin',
  movement: 'olin',
  knife: 'tecpatl',
  snake: 'coatl',
  nopal: 'xochitl',
  nopales: 'xochitl',
  cactus: 'xochitl',
  ozomatli: 'ozomahtli',
  cuetzpallin: 'cuetzpalin',
  ouiyahuitl: 'quiyahuitl',
  quihuitl: 'quiyahuitl',
  quiahuitl: 'quiyahuitl',
};

/** The day of each word that a language has for it, without accents. */
const TRANSLATED: ReadonlyMap<string, string> = new Map(
  LANGUAGES.flatMap(({ shortDay }) =>
    NAHUATL.map((name, index) => [plain(shortDay(index + 1)), name.toLowerCase()] as const),
  ),
);

const NAMES: ReadonlySet<string> = new Set(NAHUATL.map((name) => name.toLowerCase()));

/** The move with each day as the list of moves spells it. A move with the god rain never comes here: the list has it. */
export function spelledDay(text: string): string {
  const [verb = '', ...words] = text.split(' ');
  return [verb.toLowerCase(), ...words.map(dayIn)].join(' ');
}

function dayIn(word: string): string {
  const typed = plain(word);
  const other = Object.hasOwn(OTHERS, typed) ? OTHERS[typed] : undefined;
  return other ?? TRANSLATED.get(typed) ?? (NAMES.has(typed) ? typed : word);
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
