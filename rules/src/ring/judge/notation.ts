/** Moves as text and back: `play W10 @north`, `offer rain`, `go tochtli`. Any text that is not a move gives nothing. */
import { COMPASS, type Compass, DAY_NAMES, dayNamed, nameOf } from '../model/calendar.ts';
import { GODS, type God } from '../model/card.ts';
import { type Aim, type Move, PLAIN } from '../model/move.ts';

export function format(move: Move): string {
  switch (move.kind) {
    case 'go':
    case 'cancel':
      return `${move.kind} ${nameOf(move.day)}`;
    case 'step':
      return `step ${signed(move.n)}`;
    case 'extra':
    case 'give':
      return `${move.kind} ${move.n}`;
    case 'attack':
    case 'fight':
      return `${move.kind} @${move.target}`;
    case 'play':
      return ['play', move.card, ...aimWords(move.aim)].join(' ');
    case 'pick':
      return `pick ${move.card}`;
    case 'offer':
      return ['offer', move.god, ...(move.n === undefined ? [] : [move.n])].join(' ');
    case 'claim':
      return `draw ${move.god}`;
    case 'take-card':
      return `take ${nameOf(move.day)} ${move.index}`;
    case 'choose':
      return ['choose', ...aimWords(move.aim)].join(' ');
    case 'roll':
    case 'pass':
    case 'tonantzin':
    case 'skull':
    case 'draw':
    case 'decline':
    case 'discard':
    case 'take':
    case 'done':
    case 'end':
      return move.kind;
  }
}

/** Longer than any move; a longer text is not read. */
const LONGEST = 60;

export function parse(text: string): Move | undefined {
  if (text.length > LONGEST) return undefined;
  const [verb = '', ...words] = text.split(' ');
  const move = words.length === 0 ? PLAIN_MOVES.get(verb) : READERS.get(verb)?.(words);
  return move !== undefined && format(move) === text ? move : undefined;
}

const PLAIN_MOVES: ReadonlyMap<string, Move> = new Map(PLAIN.map((kind) => [kind, { kind }]));

/**
 * Reads the words after a verb. `parse` formats the result and compares it with the text, so a reader need not be
 * strict.
 */
const READERS: ReadonlyMap<string, (words: readonly string[]) => Move | undefined> = new Map([
  ['go', ([name]) => withDay('go', name)],
  ['cancel', ([name]) => withDay('cancel', name)],
  ['step', ([word]) => (word !== undefined && isStep(word) ? { kind: 'step', n: Number(word) } : undefined)],
  ['extra', ([word]) => withCount('extra', word)],
  ['give', ([word]) => withCount('give', word)],
  ['attack', ([word]) => withTarget('attack', word)],
  ['fight', ([word]) => withTarget('fight', word)],
  ['play', ([card, ...rest]) => played(card, rest)],
  ['pick', ([card]) => (isCard(card) ? { kind: 'pick', card } : undefined)],
  ['offer', ([word, count]) => offered(word, count)],
  ['draw', ([word]) => claimed(word)],
  ['take', ([name, index]) => taken(name, index)],
  ['choose', (words) => chosen(words)],
] as const satisfies readonly (readonly [string, (words: readonly string[]) => Move | undefined])[]);

type Word = string | undefined;
const isCard = (word: Word): word is string => word !== undefined && /^[A-Z][A-Z0-9]{2,3}$/.test(word);
const isStep = (word: string): boolean => /^[+-][1-9]$/.test(word);
const signed = (n: number): string => (n > 0 ? `+${n}` : String(n));
const godOf = (word: Word): God | undefined => GODS.find((god) => god === word);
const compassOf = (word: Word): Compass | undefined => COMPASS.find((compass) => `@${compass}` === word);

function withDay(kind: 'go' | 'cancel', name: Word): Move | undefined {
  const day = dayNamed(name ?? '');
  return day === undefined ? undefined : { kind, day };
}

function withCount(kind: 'extra' | 'give', word: Word): Move | undefined {
  return word !== undefined && /^\d{1,2}$/.test(word) ? { kind, n: Number(word) } : undefined;
}

function withTarget(kind: 'attack' | 'fight', word: Word): Move | undefined {
  const target = compassOf(word);
  return target && { kind, target };
}

function offered(word: Word, count: Word): Move | undefined {
  const god = godOf(word);
  if (count !== undefined && !/^\d{1,2}$/.test(count)) return undefined;
  return god && { kind: 'offer', god, ...(count !== undefined && { n: Number(count) }) };
}

function claimed(word: Word): Move | undefined {
  const god = godOf(word);
  return god && { kind: 'claim', god };
}

function taken(name: Word, index: Word): Move | undefined {
  const day = dayNamed(name ?? '');
  if (day === undefined || index === undefined || !/^\d{1,3}$/.test(index)) return undefined;
  return { kind: 'take-card', day, index: Number(index) };
}

function played(card: Word, words: readonly string[]): Move | undefined {
  const aim = aimOf(words);
  return isCard(card) && aim ? { kind: 'play', card, aim } : undefined;
}

function chosen(words: readonly string[]): Move | undefined {
  const aim = aimOf(words);
  return aim && { kind: 'choose', aim };
}

/** The words of an aim, in this order: target, god, day, steps. */
function aimWords({ target, god, day, steps }: Aim): readonly string[] {
  return [
    ...(target === undefined ? [] : [`@${target}`]),
    ...(god === undefined ? [] : [god]),
    ...(day === undefined ? [] : [nameOf(day)]),
    ...(steps === undefined ? [] : [signed(steps)]),
  ];
}

function aimOf(words: readonly string[]): Aim | undefined {
  const parts = words.map(partOf);
  return parts.includes(undefined) ? undefined : Object.assign({}, ...parts);
}

function partOf(word: string): Aim | undefined {
  const target = compassOf(word);
  if (target !== undefined) return { target };
  const god = godOf(word);
  if (god !== undefined) return { god };
  const day = dayNamed(word);
  if (day !== undefined) return { day };
  return isStep(word) ? { steps: Number(word) } : undefined;
}

// Other usual spellings of the twenty days. The game itself writes only the first one of each.

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
const LONGEST_TEXT = 80;

/** Replaces a day's name by its usual spelling. Case and accents do not matter. */
export function notation(text: string): string {
  if (text.length > LONGEST_TEXT) return text;
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
