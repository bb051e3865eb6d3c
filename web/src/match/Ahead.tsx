import type { AnswerAhead, AnswersAhead, GameEvent, LiveMatch, MatchSnapshot } from '@flower-war/client';
import { useCallback, useEffect, useId, useState } from 'react';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Problem, useAsked, useDeed } from '../app/asked.tsx';
import { usePlayer } from '../app/player.tsx';
import type { Choice, TableSpeech } from '@flower-war/board/drawing';
import { Form, Button, Field, Select } from '../ui/forms.tsx';
import { Opening, Status } from '../ui/controls.tsx';
import { type Step, sentencesOf } from './Story.tsx';
import { AHEAD_TEXTS } from './texts.ts';

interface AheadProps {
  readonly live: LiveMatch;
  readonly game: string;
  readonly snapshot: MatchSnapshot;
  readonly speech: TableSpeech;
  readonly story: readonly Step[];
  readonly choices: readonly Choice[];
}

const ROWS = [1, 2, 3] as const;
/** Of the last events of others, from which a condition can be chosen. */
const MOST_EVENTS = 12;
const MOST_MOVES = 60;
const MOST_FIELDS = 8;

/**
 * Answers for the next turns of the player, in a match by days. What will be asked cannot be told without what is secret. So the page
 * offers moves that the player was offered since it opened, and takes any other one in notation.
 */
export function Ahead(props: AheadProps) {
  const texts = useTexts(AHEAD_TEXTS);
  const { client } = usePlayer();
  const { live, snapshot } = props;
  const offered = useOffered(props.choices);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question may have taken an answer.
  const ask = useCallback(() => client.answersAhead(live.id), [client, live.id, snapshot.decision]);
  const { value, error, again } = useAsked(ask);
  const { isBusy, error: failed, run } = useDeed();
  const leave = (answers: readonly AnswerAhead[]) => run(() => client.answersAhead(live.id, answers).finally(again));
  const { answers, dropped }: AnswersAhead = value ?? { answers: [] };
  const isLeft = answers.length > 0;
  return (
    <div className="ahead">
      {isLeft && (
        <Status>
          {texts.left} {answers.map(({ move }) => offered.get(move) ?? move).join(' · ')}
        </Status>
      )}
      {dropped && (
        <Status>
          {texts.dropped(offered.get(dropped.move) ?? dropped.move)} {texts.why[dropped.why]}
        </Status>
      )}
      {(isLeft || dropped) && (
        <Button disabled={isBusy} onClick={() => leave([])} text={isLeft ? texts.withdraw : texts.understood} />
      )}
      {snapshot.decision === undefined && (
        <Opening title={texts.title}>
          <Sheet {...props} offered={offered} isBusy={isBusy} leave={leave} />
        </Opening>
      )}
      {(failed ?? error) && <Problem error={failed ?? error ?? new Error()} retry={failed ? undefined : again} />}
    </div>
  );
}

interface SheetProps extends AheadProps {
  readonly offered: ReadonlyMap<string, string>;
  readonly isBusy: boolean;
  readonly leave: (answers: readonly AnswerAhead[]) => void;
}

function Sheet({ game, speech, story, snapshot, offered, isBusy, leave }: SheetProps) {
  const texts = useTexts(AHEAD_TEXTS);
  const { words } = useLanguage();
  const id = useId();
  const events = othersIn(story, snapshot.seat).map((event) => ({
    event: JSON.stringify(event),
    text: sentencesOf({ number: 0, events: [event as GameEvent] }, { game, words, speech })[0]?.text ?? '',
  }));
  const told = events.filter(({ text }, n) => text !== '' && events.findIndex((one) => one.text === text) === n);
  const send = (said: (field: string) => string) =>
    leave(
      ROWS.filter((row) => said(`move${row}`) !== '').map((row) => {
        const seen = said(`seen${row}`);
        return {
          move: said(`move${row}`),
          ...(seen !== '' && { seen: JSON.parse(seen) as NonNullable<AnswerAhead['seen']> }),
        };
      }),
    );
  return (
    <Form send={send}>
      <p>{texts.about}</p>
      <datalist id={id}>
        {[...offered].map(([move, sentence]) => (
          <option key={move} value={move}>
            {sentence}
          </option>
        ))}
      </datalist>
      {ROWS.map((row) => (
        <fieldset key={row}>
          <legend>{texts.answer(row)}</legend>
          <Field
            label={texts.play}
            name={`move${row}`}
            list={id}
            maxLength={120}
            required={row === 1}
            autoComplete="off"
          />
          <Select
            label={texts.onlyIf}
            name={`seen${row}`}
            first={texts.whatever}
            values={told.map(({ event }) => event)}
            nameOf={(event) => told.find((one) => one.event === event)?.text}
          />
        </fieldset>
      ))}
      <Button type="submit" disabled={isBusy} text={texts.leave} />
    </Form>
  );
}

/** What the player was offered since the page opened: the moves in notation, with what they do. The newest last. */
function useOffered(choices: readonly Choice[]): ReadonlyMap<string, string> {
  const [offered, setOffered] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (choices.length === 0) return;
    const now = choices.map(({ move, sentence }) => [move, sentence] as const);
    setOffered((before) => new Map([...before, ...now].slice(-MOST_MOVES)));
  }, [choices]);
  return offered;
}

/** Events of other seats, as what may happen again: their plain fields alone. */
function othersIn(story: readonly Step[], seat: number | undefined) {
  const events = story.flatMap((step) => step.events).filter((event) => event['seat'] !== seat);
  return events.slice(-MOST_EVENTS).map((event) => {
    const plain = Object.entries(event).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
    return Object.fromEntries(plain.slice(0, MOST_FIELDS)) as Record<string, string>;
  });
}
