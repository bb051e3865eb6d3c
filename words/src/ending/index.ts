/** How a match ended and why, told from what happened in it. The page, the wall and the terminal say the same. */
import type { GameEvent, GameName } from '@flower-war/protocol';
import { partName } from '../language.ts';
import { own, sentence, type Speech } from '../telling.ts';
import { ruleOfEvent } from '../rulebook/ruleOf.ts';
import type { Words } from '../words.ts';
import { ENDING, type EndFacts, type EndingTexts, type FactId, type Turning } from './texts.ts';

export { ENDING, type EndFacts, type Turning } from './texts.ts';

export interface Standing {
  readonly seat: number;
  readonly place: number;
  readonly score: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** A step of the match, as `history.course` of the SDK gives it. */
export interface CourseStep {
  readonly step: number;
  readonly status: string;
  readonly events: readonly Pick<GameEvent, 'kind'>[];
  /** Empty before the start, and where the rules are too old to tell. */
  readonly standings: readonly Standing[];
  /** Moves were taken back: the match stands again as after this step. */
  readonly back?: number;
}

export interface EndedMatch {
  readonly game: GameName;
  readonly result: {
    readonly reason: string;
    readonly winners: readonly number[];
    readonly standings: readonly Standing[];
  };
  readonly course: readonly CourseStep[];
  readonly speech: Speech;
  /** Whose seat the advice is for; absent for a spectator. */
  readonly seat?: number | undefined;
  /** By what the reader's replay finds a step: by its place in the course, which is usual, or by its own number. */
  readonly numbers?: 'places' | 'steps';
}

/** A sentence, and the rule that it comes from. */
export interface Explained {
  readonly text: string;
  readonly rule: string | undefined;
}

export interface Ending {
  readonly why: Explained;
  /** Who led when, in a sentence or two; empty without standings. */
  readonly lead: string;
  /** At most three, the earliest first. */
  readonly moments: readonly Turning[];
  /** The same moments in a line; empty if there are none. */
  readonly decided: string;
  /** What to try next time: at most two facts that speak against the seat; none for a spectator. */
  readonly next: readonly Explained[];
}

export function endingOf(words: Words, ended: EndedMatch): Ending {
  const texts = words.translate?.('ending', ENDING.en) ?? (words.language === 'es' ? ENDING.es : ENDING.en);
  const course = withoutTakenBack(ended.course.filter(({ status }) => status !== 'open'));
  const told: Telling = { ...ended, course, words, texts };
  const moments = momentsIn(told);
  const steps = moments.map(({ index, change }) => texts.step(numberAt(told, index), change)).join('; ');
  const decided = moments.length === 0 ? '' : texts.decided(steps);
  return { why: whyIt(told), lead: leadIn(told), moments, decided, next: adviceIn(told) };
}

/** In steps that were taken back nothing happened. They stay in place, so that each step keeps its number. */
function withoutTakenBack(course: readonly CourseStep[]): readonly CourseStep[] {
  const undoings = course.filter(({ back }) => back !== undefined);
  return course.map((one) => {
    const undoing = undoings.findLast(({ step, back = step }) => back < one.step && one.step < step);
    return undoing === undefined ? one : { ...one, events: [], standings: undoing.standings };
  });
}

interface Telling extends EndedMatch {
  readonly words: Words;
  readonly texts: EndingTexts;
}

function numberAt({ course, numbers }: EndedMatch, index: number): number {
  return numbers === 'steps' ? (course[index]?.step ?? 0) : index + 1;
}

// Why it ended.

type Loose = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The rule by which a match ends for this reason, where it is not the usual one. */
const END_RULES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'flower-war': { countdown: 'apocalypse-3', balance: 'apocalypse-5', 'round-cap': 'winning-3' },
  mexica: { countdown: 'apocalypse-2', flood: 'ending-2', war: 'ending-3', 'round-cap': 'winning-4' },
  tieqchieq: { 'turn-cap': 'winning-2' },
};

function whyIt(told: Telling): Explained {
  const { game, result, texts, words } = told;
  const { reason } = result;
  const say = told.course.length > 0 ? own<EndingTexts['why'][string]>(texts.why, reason) : undefined;
  const usual = own<string>(words.screen.table.reasons, reason);
  const sure = say !== undefined && isSureOf(told) ? say(factsOf(told)) : undefined;
  const text = sure ?? (usual === undefined ? '' : sentence(usual));
  const rule = reason === 'retired' ? ruleOfEvent(game, reason) : END_RULES[game]?.[reason];
  return { text, rule: rule ?? (say && ruleOfEvent(game, 'ended')) };
}

/** Of a match that goes on from another one, the course does not say in which round it began, and what had happened before. */
function isSureOf(told: Telling): boolean {
  const [opening] = told.course.flatMap(({ events }) => events);
  const { round, began } = factsOf(told);
  switch (told.result.reason) {
    case 'countdown':
    case 'signs':
      return round > 0;
    case 'round-cap':
      return round > 0 && (began !== undefined || opening?.kind === 'turn-began');
    default:
      return true;
  }
}

function factsOf({ course, result, speech, words }: Telling): EndFacts {
  const events = course.flatMap((step) => step.events as readonly Loose[]);
  const last = (kind: string, until = events.length) => events.slice(0, until).findLast((event) => event.kind === kind);
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  const name = (seat: unknown) => (typeof seat === 'number' ? speech.name(seat) : '');
  const roundAt = (until?: number) =>
    Number(last('turn-began', until)?.['round'] ?? last('round-ended', until)?.['round'] ?? 0);
  const start = events.findIndex(({ kind }) => kind === 'apocalypse');
  const disc = start > 0 && events[start - 1]?.kind === 'disc-taken' ? Number(events[start - 1]?.['day']) : undefined;
  const ending = last('ending-fixed')?.['ending'];
  return {
    winner: result.winners.map(name).join(words.screen.table.and),
    hasWinner: result.winners.length > 0,
    quitter: name(last('retired')?.['seat']),
    round: roundAt(),
    counted: count('countdown'),
    still: count('forestalled'),
    ...(start >= 0 && {
      began: {
        round: roundAt(start),
        who: name(events[start]?.['counter']),
        ...(disc !== undefined && { day: words.day(disc) }),
      },
    }),
    ...(typeof ending === 'string' && { ending }),
  };
}

// Who led when, and the moments that decided.

/** The one seat that is ahead; nothing while several are level. */
export function leaderOf({ standings }: Pick<CourseStep, 'standings'>): number | undefined {
  const first = standings.filter(({ place }) => place === 1);
  return first.length === 1 ? first[0]?.seat : undefined;
}

function leadIn(told: Telling): string {
  const { course, texts, speech } = told;
  const leads = course.flatMap((step, index) => {
    const seat = leaderOf(step);
    return seat === undefined ? [] : [{ seat, index }];
  });
  const runs = leads.filter(({ seat }, place) => seat !== leads[place - 1]?.seat);
  const [first, last] = [runs[0], runs.at(-1)];
  const end = course.at(-1);
  if (first === undefined || last === undefined || end === undefined) return '';
  const isLevel = leaderOf(end) === undefined;
  return texts.lead({
    first: speech.name(first.seat),
    last: speech.name(last.seat),
    from: numberAt(told, last.index),
    of: numberAt(told, course.length - 1),
    changes: runs.length - 1,
    isLevel,
  });
}

/** What a standing is worth: its score, and behind it the numbers that break ties in games that count several things. */
function worth({ score, breakdown }: Standing): number {
  const [first, second = 0, third = 0] = Object.values(breakdown);
  return first === score ? score + second / 100 + third / 10_000 : score;
}

/** How far a seat is ahead of the best of the others; behind them below zero. */
function margin({ standings }: CourseStep, seat: number): number {
  const own = standings.find((one) => one.seat === seat);
  const others = standings.filter((one) => one.seat !== seat).map(worth);
  return own === undefined || others.length === 0 ? 0 : worth(own) - Math.max(...others);
}

const MOST_MOMENTS = 3;

/** The last time that the seat in front took the lead, and the steps that brought it forward most. */
function momentsIn(told: Telling): readonly Turning[] {
  const { course, result } = told;
  const hero = result.winners[0] ?? result.standings[0]?.seat;
  if (hero === undefined) return [];
  const gains = course.flatMap((step, index) => {
    const before = course[index - 1];
    if (before === undefined || before.standings.length === 0) return [];
    const gain = margin(step, hero) - margin(before, hero);
    return gain > 0 ? [{ index, gain: gain + weightOf(step, before, hero) }] : [];
  });
  const taking = course.findLastIndex(
    (step, index) => index > 0 && leaderOf(step) === hero && leaderOf(course[index - 1] as CourseStep) !== hero,
  );
  const best = gains.toSorted((a, b) => b.gain - a.gain || b.index - a.index).map(({ index }) => index);
  const chosen = [...new Set([...best.filter((index) => index === taking), ...best])].slice(0, MOST_MOMENTS);
  return chosen.toSorted((a, b) => a - b).map((index) => turningAt(told, index));
}

/** What people remember of a match. */
const REMEMBERED: ReadonlySet<string> = new Set([
  'apocalypse',
  'battle-won',
  'captured',
  'disc-taken',
  'fought',
  'sheltered',
  'week-taken',
]);

/** Of steps that brought equally much, those count in which the seat itself gained, and then those that people remember. */
function weightOf({ standings, events }: CourseStep, before: CourseStep, hero: number): number {
  const scoreIn = (all: readonly Standing[]) => all.find(({ seat }) => seat === hero)?.score ?? 0;
  const hasGained = scoreIn(standings) > scoreIn(before.standings);
  return (hasGained ? 0.5 : 0) + (events.some(({ kind }) => REMEMBERED.has(kind)) ? 0.25 : 0);
}

function turningAt(told: Telling, index: number): Turning {
  const [before, after] = [told.course[index - 1], told.course[index]] as [CourseStep, CourseStep];
  return { step: after.step, index, text: tellStep(told, after), change: changeOf(told, before, after) };
}

/** What only frames a step. */
const FRAME: ReadonlySet<string> = new Set(['turn-began', 'turn-ended', 'round-ended', 'countdown', 'ended']);

function tellStep({ game, words, speech, texts }: Telling, { events }: CourseStep): string {
  const say = (all: typeof events) => all.flatMap((event) => words.event(game, event, speech) ?? []).join(' ');
  return say(events.filter(({ kind }) => !FRAME.has(kind))) || say(events) || texts.unseen;
}

function changeOf({ speech, words }: Telling, before: CourseStep, after: CourseStep): string {
  const changes = after.standings.flatMap((now) => {
    const was = before.standings.find(({ seat }) => seat === now.seat);
    if (was === undefined) return [];
    if (was.score !== now.score) return `${speech.name(now.seat)} ${was.score} → ${now.score}`;
    const part = Object.keys(now.breakdown).find((key) => now.breakdown[key] !== (was.breakdown[key] ?? 0));
    if (part === undefined) return [];
    return `${speech.name(now.seat)} ${partName(words, part, speech.cards)} ${was.breakdown[part] ?? 0} → ${now.breakdown[part]}`;
  });
  return changes.join(', ');
}

// What to try next time: what another seat did more often, as the events count it.

type Counting = (event: Loose) => readonly [seat: unknown, n: number] | undefined;

const onKind =
  (kind: string, counting: Counting): Counting =>
  (event) =>
    event.kind === kind ? counting(event) : undefined;
const once: Counting = ({ seat }) => [seat, 1];

/** By game: what is counted, and the rule about it. */
const COUNTED: Readonly<Record<string, readonly (readonly [FactId, rule: string, Counting])[]>> = {
  'flower-war': ring('pickup-1', [['discs', 'pickup-3', onKind('disc-taken', once)]]),
  mexica: ring('collect-1', [['weeks', 'week-1', onKind('week-taken', once)]]),
  'space-aztecs': [
    ['sheltered', 'temples-1', onKind('sheltered', ({ seat, aztecs }) => [seat, (aztecs as unknown[]).length])],
    ['captured', 'saucers-1', onKind('captured', once)],
  ],
  tieqchieq: [
    ['fights', 'battle-2', onKind('fought', ({ seat, won }) => [seat, won === true ? 1 : 0])],
    ['again', 'marks-3', onKind('extra-turn', once)],
  ],
};

function ring(pickUp: string, more: readonly (readonly [FactId, string, Counting])[]) {
  const offered = (god: string) =>
    onKind('sacrificed', (event) => (event['god'] === god ? [event['seat'], 1] : undefined));
  const gathered: Counting = ({ n, to, why }) =>
    why === 'pick-up' || why === 'collect' ? [(to as { readonly seat?: number }).seat, Number(n)] : undefined;
  return [
    ['battles', 'battle-5', onKind('battle-won', ({ winner }) => [winner, 1])],
    ['war', 'offering-1', offered('war')],
    ['rain', 'offering-1', offered('rain')],
    ['played', 'cards-2', onKind('card-played', once)],
    ...more,
    ['gathered', pickUp, onKind('skulls', gathered)],
  ] as const;
}

const MOST_ADVICE = 2;

function adviceIn({ game, course, result, seat, speech, texts }: Telling): readonly Explained[] {
  const other = rivalOf(result, seat);
  if (seat === undefined || other === undefined || !Object.hasOwn(COUNTED, game)) return [];
  const events = course.flatMap((step) => step.events as readonly Loose[]);
  const total = (who: number, counting: Counting) =>
    events.reduce((sum, event) => sum + (counting(event)?.[0] === who ? (counting(event)?.[1] ?? 0) : 0), 0);
  return (COUNTED[game] ?? [])
    .map(([fact, rule, counting]) => ({ fact, rule, own: total(seat, counting), others: total(other, counting) }))
    .filter(({ own, others }) => others - own >= 2)
    .toSorted((a, b) => b.others / (b.own + 1) - a.others / (a.own + 1))
    .slice(0, MOST_ADVICE)
    .map(({ fact, rule, own, others }) => ({ text: texts.facts[fact](own, speech.name(other), others), rule }));
}

/** With whom a seat is compared: the winner; or, for a winner, the best of the others. */
function rivalOf({ winners, standings }: EndedMatch['result'], seat: number | undefined): number | undefined {
  const hasWon = seat !== undefined && winners.includes(seat);
  return standings.find((one) => one.seat !== seat && (!hasWon || !winners.includes(one.seat)))?.seat;
}
