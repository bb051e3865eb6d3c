/** What the match has just played for the person, because they keep a habit, and the way to change that. */
import type { MatchSnapshot } from '@flower-war/client';
import { useTexts } from '../app/language.tsx';
import type { Step } from './Story.tsx';
import { FOR_YOU_TEXTS } from './texts.ts';

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
      {texts.for[last]} ·{' '}
      <button type="button" className="quiet" onClick={() => setTimeout(openHabits)}>
        {texts.change}
      </button>
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
