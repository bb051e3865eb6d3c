import type { GameEvent, LiveMatch, MatchSnapshot } from '@flower-war/client';
import { ruleOfEvent } from '@flower-war/words';
import { useEffect, useMemo, useState } from 'react';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Link, rulesHref } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import type { SpokenGame, TableSpeech } from '@flower-war/board/drawing';
import { FOR_YOU_TEXTS } from './texts.ts';
import { Button } from '../ui/forms.tsx';

interface StoryProps {
  readonly story: readonly Step[];
  readonly game: string;
  readonly speech: TableSpeech;
}

/** Everything that happened, the newest first. Each line leads to its rule. */
export function Story({ story, game, speech }: StoryProps) {
  const { words, texts } = useLanguage();
  const told = useMemo(
    () =>
      story
        .map((step) => ({ number: step.number, lines: linesOf(step, { game, words, speech }, texts.match.missed) }))
        .filter(({ lines }) => lines.length > 0)
        .reverse(),
    [story, game, words, speech, texts],
  );
  if (told.length === 0) return <p className="none">{texts.match.noStory}</p>;
  return (
    <ol className="story">
      {told.map(({ number, lines }) => (
        <li key={number}>
          {lines.map(({ text, rule }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a step never change
            <p key={place}>
              {text} <RuleLink game={game} rule={rule} />
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** The way to a rule, if there is one. */
export function RuleLink({ game, rule }: { readonly game: string; readonly rule: string | undefined }) {
  const { texts } = useLanguage();
  if (rule === undefined) return null;
  return (
    <Link to={rulesHref(game, rule)} className="rule">
      <span aria-hidden="true">?</span>
      <span className="hidden">
        {texts.match.rule} {rule}
      </span>
    </Link>
  );
}

/** What happened last: in sight, and one polite announcement a step. */
export function Latest({ story, game, speech }: StoryProps) {
  const { words, texts } = useLanguage();
  const text = useMemo(() => {
    for (const step of story.toReversed()) {
      const lines = linesOf(step, { game, words, speech }, texts.match.missed);
      if (lines.length > 0) return lines.map((line) => line.text).join(' ');
    }
    return '';
  }, [story, game, words, speech, texts]);
  return (
    <p className="latest" aria-live="polite" aria-atomic="true">
      {text}
    </p>
  );
}

/** Where steps are missing, this alone is said. */
const linesOf = (step: Step, spoken: SpokenGame, missed: string) =>
  step.isGap ? [{ text: missed, rule: undefined }] : sentencesOf(step, spoken);

/** What happened, in sentences, each with the rule by which it happened. An event that the picture tells has no sentence. */
export function sentencesOf({ events }: Step, { game, words, speech }: SpokenGame) {
  return events.flatMap((event) => {
    const text = words.event(game, event, speech);
    return text === undefined ? [] : [{ text, rule: ruleOfEvent(game, event.kind) }];
  });
}

// What has happened since this page listens.

/** What happened in one step. */
export interface Step {
  readonly number: number;
  readonly events: readonly GameEvent[];
  /** Other steps were here, which came while there was no connection, and have not been told since. */
  readonly isGap?: boolean;
}

const KEPT = 200;
const NOTHING: readonly Step[] = [];

/** The oldest step first. */
export function useStory(live: LiveMatch): readonly Step[] {
  const { client } = usePlayer();
  const [steps, setSteps] = useState(NOTHING);
  useEffect(() => {
    setSteps(NOTHING);
    let number = 0;
    let shown = live.step;
    const add = (step: Omit<Step, 'number'>) => {
      const numbered = { number: number++, ...step };
      setSteps((before) => [...before.slice(1 - KEPT), numbered]);
      return numbered;
    };
    /** The gap stays if they do not come, too. */
    const addMissed = async (after: number, until: number) => {
      const gap = add({ events: [], isGap: true });
      number += until - after;
      const { missedSteps } = await import('./missed.ts');
      const told = await missedSteps(client, live, { after, until, number: gap.number });
      if (told.length > 0) setSteps((before) => before.flatMap((step) => (step === gap ? told : step)));
    };
    const stops = [
      live.on('events', (events) => add({ events })),
      live.on('connected', (isConnected) => {
        if (isConnected && live.step > shown) addMissed(shown, live.step).catch(() => {});
        shown = live.step;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, live]);
  return steps;
}

// What the match has just played for the person, because they keep a habit, and the way to change that.

/** The habits whose answers are an event of their own. A habit that is kept leaves no such step to the player. */
const ANSWERS = { rolled: 'roll', 'card-drawn': 'draw', tossed: 'toss' } as const;

type Answered = keyof typeof ANSWERS;

/** The steps of a turn in which a person still wants to know. */
const RECENT = 3;

type Kept = Pick<MatchSnapshot, 'seat' | 'habits'>;

/** The last answer of a habit of this seat, if it is not long ago. */
export function lastForYou(story: readonly Step[], { seat, habits }: Kept): Answered | undefined {
  for (const { events } of story.slice(-RECENT).toReversed()) {
    const first = events.find(({ kind }) => Object.hasOwn(ANSWERS, kind));
    if (first === undefined || first !== events[0] || first['seat'] !== seat) continue;
    const kind = first.kind as Answered;
    if (habits.includes(ANSWERS[kind])) return kind;
  }
  return undefined;
}

export function ForYou({ story, kept }: { readonly story: readonly Step[]; readonly kept: Kept }) {
  const texts = useTexts(FOR_YOU_TEXTS);
  const last = lastForYou(story, kept);
  if (last === undefined) return null;
  return (
    <p className="for-you">
      {texts.for[last]} · <Button className="quiet" onClick={() => setTimeout(openHabits)} text={texts.change} />
    </p>
  );
}

/** After the tap, because a tap outside closes the menu. */
function openHabits(): void {
  const habits = document.querySelector<HTMLInputElement>('.habits input');
  const menu = habits?.closest('details');
  if (!menu) return;
  menu.open = true;
  habits?.focus();
}
