/**
 * `npm run do -- clicks`: how many taps a person needs for a match on the page, and for what. Bots play; the taps of the first seat are counted
 * as the page asks for them: one for a move of the list, one more where it asks once more, one for several equal moves in a row.
 */
import type { LegalMove } from '@flower-war/client';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { type AnyGame, at, type BotName, fastChance, GAMES, habitsOf, resolveOptions } from '@flower-war/rules';
import { severalOf, stakesOf, timesOf, wantsCare } from '@flower-war/board/stakes';

const { values: given } = commandLine({
  name: 'do -- clicks',
  does: 'counts the taps that a person needs for a match on the page, by kind of question and move',
  flags: {
    game: { kind: 'text', among: [...GAMES.keys()], tells: 'the game (flower-war and mexica)' },
    length: { kind: 'text', usual: 'short', tells: 'short, standard or another length of the edition' },
    seats: { kind: 'whole', usual: 2, least: 2, tells: 'how many seats' },
    matches: { kind: 'whole', usual: 20, least: 1, tells: 'how many matches' },
    seed: { kind: 'whole', usual: 5, least: 0, tells: 'the first seed' },
    person: { kind: 'text', among: ['greedy', 'random'], usual: 'greedy', tells: 'how the person chooses' },
    cautious: { kind: 'switch', tells: 'asks once more before every price and each end of a turn, one move a tap' },
  },
});

/** A kind of question and move: how often it came, and the taps that it took. */
type Tally = Map<string, { questions: number; taps: number }>;

interface Tapped {
  readonly taps: number;
  readonly questions: number;
}

function printEdition(id: string, preset: string): void {
  const tally: Tally = new Map();
  const played = Array.from({ length: given.matches }, (_, n) => playOne(id, preset, { n, tally }));
  const [taps, questions] = [median(played.map((one) => one.taps)), median(played.map((one) => one.questions))];
  console.log(
    `${preset}: ${taps} taps for ${questions} questions, the medians of ${given.matches} matches of ${given.seats} seats`,
  );
  const rows = [...tally].toSorted(([, a], [, b]) => b.taps - a.taps);
  for (const [kind, one] of rows)
    console.log(`  ${kind.padEnd(24)} ${each(one.questions)} questions ${each(one.taps)} taps a match`);
}

const each = (all: number): string => (all / given.matches).toFixed(1).padStart(6);

function median(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** What the person has begun with one tap: the same move again, so often, as long as no other seat acts. */
interface Going {
  readonly move: string;
  readonly left: number;
}

function playOne(id: string, preset: string, { n, tally }: { readonly n: number; readonly tally: Tally }): Tapped {
  const { game, bots } = entryOf(id);
  const options = optionsOf(game, preset);
  const chance = fastChance(given.seed * 1_000_003 + n);
  const habits = habitsOf(game.habits?.list ?? [], 'usual');
  let state = game.setup(options, given.seats, chance);
  let notes = game.habits?.notes(state);
  let going: Going | undefined;
  const all = { taps: 0, questions: 0 };
  for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
    const question = { view: game.view(state, seat), seat, options, legal: game.legalMoves(state, seat) };
    const habitual = game.habits?.answer({ state, notes, seat }, habits);
    const bot = seat === 0 ? (given.person as BotName) : 'greedy';
    const move = habitual ?? bots[bot](question, chance);
    if (habitual === undefined && seat === 0) {
      const answer = answered(explained(game, question), game.format(move), going);
      ({ going } = answer);
      all.taps += answer.taps;
      all.questions++;
      count(tally, answer);
    }
    const applied = game.apply(state, seat, move, chance);
    if (!applied.ok) throw new Error(`${game.format(move)} is refused: ${applied.reason}`);
    if (isSurprise(applied.events)) going = undefined;
    ({ state } = applied);
    notes = game.habits?.noted(notes, state, applied.events);
  }
  return all;
}

/** The moves as the server explains them to the page. */
function explained(game: AnyGame, question: Parameters<NonNullable<AnyGame['parts']>>[0]): readonly LegalMove[] {
  return question.legal.map((one) => ({ move: game.format(one), verb: '', ...game.parts?.(question, one) }));
}

/** How many taps the answer takes on the page. */
function answered(legal: readonly LegalMove[], move: string, going: Going | undefined) {
  const own = legal.find((one) => one.move === move) ?? refuse(`${move} is not explained`);
  const kind = `${own['rule'] ?? ''} ${own.verb}${legal.length === 1 ? ' (alone)' : ''}`;
  if (going?.move === move && going.left > 0 && !given.cautious)
    return { kind, taps: 0, going: { move, left: going.left - 1 } };
  const isAsked = wantsCare(stakesOf(own), legal.map(stakesOf), given.cautious);
  return { kind, taps: isAsked ? 2 : 1, going: goingBy(own, legal) };
}

/** A person who wants no offering and no card ends the turn with one tap, which bots do in two steps. */
function goingBy(own: LegalMove, legal: readonly LegalMove[]): Going {
  const { move } = own;
  if (own.verb === 'done') return { move, left: legal.some(({ verb }) => verb === 'end') ? 1 : 0 };
  return { move, left: (severalOf({ times: timesOf(own) }).at(-1) ?? 1) - 1 };
}

function count(tally: Tally, { kind, taps }: { readonly kind: string; readonly taps: number }): void {
  const one = tally.get(kind) ?? { questions: 0, taps: 0 };
  tally.set(kind, { questions: one.questions + 1, taps: one.taps + taps });
}

const isSurprise = (events: readonly object[]): boolean =>
  events.some((event) => 'seat' in event && typeof event.seat === 'number' && event.seat !== 0);

function entryOf(id: string) {
  const entry = [...GAMES.values()].find(({ game }) => game.id === id);
  if (entry === undefined) return refuse(`there is no game "${id}"`);
  const [least, most] = entry.game.seats;
  if (given.seats < least || given.seats > most)
    return refuse(`${id} is for ${least} to ${most} seats, not ${given.seats}`);
  return { game: entry.game as AnyGame, bots: entry.bots };
}

function optionsOf(game: AnyGame, preset: string) {
  const hasLength = game.options.some(({ name }) => name === 'length');
  const resolved = resolveOptions(game, preset, hasLength ? { length: given.length } : {});
  return resolved.ok ? resolved.options : refuse(`${resolved.reason}: ${resolved.option}`);
}

const chosen = given.game === undefined ? ['flower-war', 'mexica'] : [given.game];
for (const id of chosen) for (const { id: preset } of entryOf(id).game.presets) printEdition(id, preset);
