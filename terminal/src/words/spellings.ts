/** Days as people type them, in English or in another usual spelling: `go Ollin`, `go crocodile`. */
import { DAY_NAMES, ENGLISH_NAMES } from './ringWords.ts';

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

const ENGLISH: ReadonlyMap<string, string> = new Map(
  ENGLISH_NAMES.map((name, index) => [name.toLowerCase(), (DAY_NAMES[index] ?? '').toLowerCase()]),
);

const NAHUATL: ReadonlySet<string> = new Set(ENGLISH.values());

/** The move with each day as the list of moves spells it. A move with the god rain never comes here: the list has it. */
export function spelledDay(text: string): string {
  const [verb = '', ...words] = text.split(' ');
  return [verb.toLowerCase(), ...words.map(dayIn)].join(' ');
}

function dayIn(word: string): string {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const other = Object.hasOwn(OTHERS, plain) ? OTHERS[plain] : undefined;
  return other ?? ENGLISH.get(plain) ?? (NAHUATL.has(plain) ? plain : word);
}
