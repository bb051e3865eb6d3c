/** How much of a result was luck, and how much play: in words at the end of a match, and for the curve in its replay. */
import type { Eyes, GameEvent, GameName } from '@flower-war/client';
import type { Account, Figure } from '@flower-war/rules/account';
import type { Mark, Telling } from '@flower-war/rules/telling';
import { reasonFor } from '@flower-war/words/advice';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/asked.tsx';
import { sentenceOf, type TableSpeech } from '@flower-war/board/drawing';
import { sentencesOf } from './Story.tsx';
import { GUIDE_TEXTS, lookAt } from './guide/texts.ts';
import { type AccountSource, accountOnServer, type Ended, type NumberedStep } from './outcome.ts';
import { courseOf } from './ending/Ending.tsx';
import { ENDING_TEXTS } from './ending/texts.ts';
import { Figures, Remark } from '../ui/controls.tsx';

interface LuckProps extends Ended {
  readonly eyes: Eyes | undefined;
  /** Of a match that no server knows. */
  readonly account: AccountSource | undefined;
}

/** The account of the viewer's seat in words, and those of all seats as a table. */
export function Luck({ eyes = 'spectator', account: own, match, game, seat, speech }: LuckProps) {
  const { client } = usePlayer();
  const texts = useTexts(ENDING_TEXTS);
  const source = useMemo(() => own ?? accountOnServer(client, match, eyes), [own, client, match, eyes]);
  const { telling, state } = useTelling(source);
  const ask = useCallback(
    async (): Promise<readonly NumberedStep[]> => own?.steps?.() ?? begunIn(await courseOf(client, match, eyes)),
    [own, client, match, eyes],
  );
  const { value: steps = [] } = useAsked(ask);
  const tell = useMarkWords({ game, speech, viewer: seat });
  const account = telling?.account;
  const marks = telling?.marks[seat ?? -1] ?? [];
  const largest = (kind: Mark['kind'], sign: number) => (
    <Largest mark={largestOf(marks, kind, sign)} steps={steps} watch={source.watch} tell={tell} />
  );
  return (
    <div className="told-end luck card">
      <h3>{texts.luckTitle}</h3>
      {account === undefined && <p role="status">{texts.states[state]}</p>}
      {account !== undefined && (
        <>
          {seat !== undefined && <Own account={account} seat={seat} largest={largest} />}
          {!account.isUsual && <p>{texts.unusual}</p>}
          <All account={account} name={speech.name} isOpen={seat === undefined} />
        </>
      )}
    </div>
  );
}

const begunIn = (course: Awaited<ReturnType<typeof courseOf>>) => course.filter(({ status }) => status !== 'open');

/** The first step that shows this entry. What is done in secret is shown when it is over. */
export function stepAt(steps: readonly Pick<NumberedStep, 'seq'>[], entry: number): number {
  return steps.findIndex(({ seq = -1 }) => seq >= entry);
}

const largestOf = (marks: readonly Mark[], kind: Mark['kind'], sign: number): Mark | undefined =>
  marks
    .filter((mark) => mark.kind === kind && mark.by * sign > 0)
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))[0];

interface LargestProps extends Pick<AccountSource, 'watch'> {
  readonly mark: Mark | undefined;
  readonly steps: readonly NumberedStep[];
  readonly tell: ReturnType<typeof useMarkWords>;
}

/** The moment that weighed most, and the way to it. */
function Largest({ mark, steps, watch, tell }: LargestProps) {
  const texts = useTexts(ENDING_TEXTS);
  const index = mark === undefined ? -1 : stepAt(steps, mark.seq);
  const step = steps[index];
  if (mark === undefined || step === undefined) return null;
  return (
    <>
      {texts.most} {tell(mark, step.events)} <Link to={watch(step.step)}>{texts.watch(index + 1)}</Link>
    </>
  );
}

interface OwnProps {
  readonly account: Account;
  readonly seat: number;
  /** The moment that weighed most. */
  readonly largest: (kind: Mark['kind'], sign: number) => ReactNode;
}

function Own({ account: { seats }, seat, largest }: OwnProps) {
  const texts = useTexts(ENDING_TEXTS);
  const { signed, plain, within } = usePercents();
  const own = seats[seat];
  const others = meanOf(seats.filter((one) => one.seat !== seat).map((one) => one.own));
  if (own === undefined) return null;
  const luck = bandOf(own.luck);
  const play = own.own.value === 0 ? 'flawless' : PLAYED[bandOf(lessOf(own.own, others))];
  return (
    <>
      <p>
        {texts.luck[luck](signed(own.luck.value), within(own.luck))}{' '}
        {(luck === 'more' || luck === 'less') && largest('luck', luck === 'more' ? 1 : -1)}
      </p>
      <p>
        {texts.play[play](plain(own.own.value), plain(others.value))} {largest('mistake', -1)}
      </p>
    </>
  );
}

/** A seat whose choices gave more than those of the others lost less by them. */
const PLAYED = { more: 'less', less: 'more', even: 'even', unsure: 'unsure' } as const;

const SLIGHT = 20_000;
const WIDE = 100_000;

/** What may be said of a figure: nothing where its interval is wide and holds zero. */
export function bandOf({ value, within }: Figure): 'more' | 'less' | 'even' | 'unsure' {
  const size = Math.abs(value);
  if (size <= within && within > WIDE) return 'unsure';
  if (size <= within || size < SLIGHT) return 'even';
  return value > 0 ? 'more' : 'less';
}

function meanOf(figures: readonly Figure[]): Figure {
  const sum = figures.reduce((all, { value }) => all + value, 0);
  return { value: sum / figures.length, within: Math.hypot(...figures.map(({ within }) => within)) / figures.length };
}

const lessOf = (a: Figure, b: Figure): Figure => ({
  value: a.value - b.value,
  within: Math.hypot(a.within, b.within),
});

interface AllProps {
  readonly account: Account;
  readonly name: (seat: number) => string;
  readonly isOpen: boolean;
}

function All({ account, name, isOpen }: AllProps) {
  const texts = useTexts(ENDING_TEXTS);
  const { signed, plain, within } = usePercents();
  const cell = (figure: Figure) => (
    <td>
      {signed(figure.value)}
      <small>{within(figure)}</small>
    </td>
  );
  return (
    <details open={isOpen}>
      <summary>{texts.allSeats}</summary>
      <Figures heads={[...Object.values(texts.columns)]}>
        {account.seats.map(({ seat, prior, luck, skill, own, result }) => (
          <tr key={seat}>
            <th scope="row">{name(seat)}</th>
            <td>{plain(prior.value)}</td>
            {cell(luck)}
            {cell(skill)}
            <td>{plain(result)}</td>
            {cell(own)}
          </tr>
        ))}
      </Figures>
      <Remark text={texts.figures} />
    </details>
  );
}

const MILLION = 1_000_000;
const HALF_A_PERCENT = 5000;

/** Millionths of a victory as percents: with their sign, without it, and half of an interval. */
export function usePercents() {
  const { language } = useLanguage().words;
  return useMemo(() => {
    const [signs, none] = (['exceptZero', 'never'] as const).map(
      (signDisplay) => new Intl.NumberFormat(language, { style: 'percent', signDisplay }),
    ) as [Intl.NumberFormat, Intl.NumberFormat];
    return {
      signed: (value: number) => signs.format(value / MILLION).replace('-', '−'),
      plain: (value: number) => none.format(value / MILLION),
      within: (figure: Figure) => (figure.within < HALF_A_PERCENT ? '' : ` ± ${none.format(figure.within / MILLION)}`),
    };
  }, [language]);
}

interface MarkTellers {
  readonly game: string;
  readonly speech: TableSpeech;
  /** Whose eyes read it. */
  readonly viewer: number | undefined;
}

/** What was played, what it changed, and of a mistake what a strong player would have done and why. */
export function useMarkWords({ game, speech, viewer }: MarkTellers) {
  const { words } = useLanguage();
  const texts = useTexts(ENDING_TEXTS);
  const { would, looks } = useTexts(GUIDE_TEXTS);
  const { signed } = usePercents();
  return (mark: Mark, events: readonly GameEvent[]): string => {
    const spoken = { game, words, speech };
    const { seat, move, best, of, by } = mark;
    const happened = sentencesOf({ number: mark.seq, events }, spoken).map(({ text }) => text);
    const what = happened.join(' ') || `${speech.name(seat)}: ${closed(sentenceOf(move, spoken))}`;
    const change =
      of === viewer ? texts.yours[mark.kind](signed(by)) : texts.theirs[mark.kind](speech.name(of), signed(by));
    if (best === undefined) return `${what} ${change}`;
    const considered = { game: game as GameName, view: best.view, seat, move: best.move, name: speech.name };
    const why = reasonFor(words, considered as Parameters<typeof reasonFor>[1]) ?? lookAt(looks, best.move);
    const hint = `${would(closed(sentenceOf(best.move, spoken)))} ${why}`;
    return `${what} ${change} ${seat === viewer ? hint : texts.hintTo(speech.name(seat), hint)}`;
  };
}

/** Not every sentence about a move has its full stop. */
const closed = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

// The account is worked out in a thread, once for all parts of the page that show it.

interface Thought {
  readonly telling?: Telling;
  readonly state: 'coming' | 'done' | 'failed';
}

interface Thinking {
  readonly key: string;
  readonly listeners: Set<(thought: Thought) => void>;
  thought: Thought;
  worker?: Worker;
}

let latest: Thinking | undefined;

/** What is known of the match so far. The thread ends when no part of the page waits for it. */
export function useTelling(source: AccountSource | undefined): Thought {
  const [thought, setThought] = useState<Thought>({ state: 'coming' });
  useEffect(() => {
    if (source === undefined) return;
    if (latest?.key !== source.key) {
      latest?.worker?.terminate();
      latest = begun(source);
    }
    const thinking = latest;
    thinking.listeners.add(setThought);
    setThought(thinking.thought);
    return () => {
      thinking.listeners.delete(setThought);
      if (thinking.listeners.size > 0 || thinking.thought.state === 'done') return;
      thinking.worker?.terminate();
      if (latest === thinking) latest = undefined;
    };
  }, [source]);
  return thought;
}

function begun({ key, question }: AccountSource): Thinking {
  const thinking: Thinking = { key, listeners: new Set(), thought: { state: 'coming' } };
  const tell = (thought: Thought) => {
    thinking.thought = thought;
    for (const listener of [...thinking.listeners]) listener(thought);
  };
  const fail = () => tell({ ...thinking.thought, state: 'failed' });
  const think = async () => {
    const asked = await question();
    if (thinking.listeners.size === 0) return;
    const worker = new Worker(new URL('../lazy/thinker.ts', import.meta.url), { type: 'module' });
    thinking.worker = worker;
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<Telling | 'gone' | undefined>) => {
      if (data === 'gone') return fail();
      if (data !== undefined) return tell({ telling: data, state: 'coming' });
      tell({ ...thinking.thought, state: 'done' });
      worker.terminate();
    };
    worker.postMessage(asked);
  };
  think().catch(fail);
  return thinking;
}
