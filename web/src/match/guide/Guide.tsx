/** A guided match against bots: what is new is explained when it first happens, and a hint may be asked for. */
import type { GameId, LegalMove, MatchSnapshot } from '@flower-war/client';
import { ruleOfEvent, ruleOfQuestion, type Speech, type Words } from '@flower-war/words';
import { useEffect, useState } from 'react';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { list } from '../../app/setting.ts';
import type { Choice } from '@flower-war/board/drawing';
import { RuleLink, type Step } from '../Story.tsx';
import { type AskedHint, GUIDE } from '../place.ts';
import './guide.css';
import { GUIDE_TEXTS, lookAt } from './texts.ts';
import { Button } from '../../ui/forms.tsx';

/** What was explained in this browser already, by the ids of the notes. */
const EXPLAINED = list('flower-war-explained');

export interface Note {
  /** `ring/battle`, `mexica:rolled`. */
  readonly id: string;
  readonly text: string;
  readonly rule: string | undefined;
}

type Texts = (typeof GUIDE_TEXTS)['en'];

interface Seen {
  readonly game: string;
  readonly view: object;
  /** Whether the view asks this seat. */
  readonly isAsked: boolean;
  readonly events: readonly { readonly kind: string }[];
}

const own = (table: object | undefined, name: string): unknown =>
  table !== undefined && Object.hasOwn(table, name) ? (table as Readonly<Record<string, unknown>>)[name] : undefined;

/** What there is to explain about what the player sees now: the question first, then what happened. */
export function notesOn({ game, view, isAsked, events }: Seen, texts: Texts, { screen }: Words): readonly Note[] {
  const family = game === 'flower-war' || game === 'mexica' ? 'ring' : game;
  const phase = isAsked && 'phase' in view ? String(view.phase) : '';
  const asked = own(own(screen.hints, family) as object | undefined, phase);
  const question =
    typeof asked === 'string' ? [{ id: `${family}/${phase}`, text: asked, rule: ruleOfQuestion(game, view) }] : [];
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  const happened = kinds.flatMap((kind) => {
    const text = own(texts.notes[game as GameId], kind);
    return typeof text === 'string' ? [{ id: `${game}:${kind}`, text, rule: ruleOfEvent(game, kind) }] : [];
  });
  return [...question, ...happened];
}

interface GuideProps {
  /** Asks the strongest bot. */
  readonly hint: () => Promise<AskedHint>;
  readonly game: string;
  readonly snapshot: MatchSnapshot;
  readonly story: readonly Step[];
  readonly moves: readonly LegalMove[];
  readonly choices: readonly Choice[];
  readonly seat: number;
  readonly speech: Speech;
}

/** A narrow screen shows the beginning in one line; a tap lays all of it over the table, and nothing moves. */
export function Guide(props: GuideProps) {
  const { game, snapshot } = props;
  const texts = useTexts(GUIDE_TEXTS);
  const { notes, pass } = useNotes(props);
  const [note, ...more] = notes;
  const subject = note?.id ?? String(snapshot.decision);
  const [unfolded, unfold] = useState<string>();
  const isUnfolded = unfolded === subject;
  return (
    <aside className="guide" aria-label={texts.title}>
      <div className={`sheet${isUnfolded ? ' unfolded' : ''}`}>
        {note !== undefined && (
          <p className="note">
            {note.text} <RuleLink game={game} rule={note.rule} />
          </p>
        )}
        {snapshot.decision !== undefined && note === undefined && (
          <Hint key={snapshot.decision} {...props} onTold={() => unfold(subject)} />
        )}
        <p className="guide-ways">
          {note !== undefined && (
            <Button
              className="quiet pass-note"
              onClick={pass}
              text={more.length > 0 ? texts.next(more.length) : texts.understood}
            />
          )}
          <Button
            className="quiet fold"
            aria-label={texts.all}
            aria-expanded={isUnfolded}
            onClick={() => unfold(isUnfolded ? undefined : subject)}
            text={isUnfolded ? '▾' : '▴'}
          />
          <button
            type="button"
            className="quiet"
            aria-label={texts.off}
            title={texts.off}
            onClick={() => GUIDE.choose(false)}
          >
            ×
          </button>
        </p>
      </div>
    </aside>
  );
}

/** What waits to be explained, each thing once in this browser. An answer passes what was in sight, if more waits. */
function useNotes({ game, snapshot, story }: GuideProps) {
  const { words } = useLanguage();
  const texts = useTexts(GUIDE_TEXTS);
  const [waiting, setWaiting] = useState<readonly Note[]>([]);
  const [read, setRead] = useState(-1);
  const { view, decision } = snapshot;
  const last = story.at(-1)?.number ?? -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new comes with a question or with a step.
  useEffect(() => {
    const events = story.filter(({ number }) => number > read).flatMap((step) => step.events);
    const known = EXPLAINED.value();
    const fresh = notesOn({ game, view, isAsked: decision !== undefined, events }, texts, words).filter(
      ({ id }) => !known.includes(id),
    );
    setRead(last);
    if (fresh.length === 0) return;
    EXPLAINED.choose([...known, ...fresh.map(({ id }) => id)]);
    setWaiting((before) => [...before, ...fresh]);
  }, [decision, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question.
  useEffect(() => setWaiting((before) => (before.length > 1 ? before.slice(1) : before)), [decision]);
  return { notes: waiting, pass: () => setWaiting((before) => before.slice(1)) };
}

/** Which move the strongest bot would choose from what the player sees, and why it is worth a look. */
function Hint({
  hint: askHint,
  game,
  seat,
  speech,
  snapshot: { decision, view },
  moves,
  choices,
  onTold,
}: GuideProps & { readonly onTold: () => void }) {
  const { words } = useLanguage();
  const texts = useTexts(GUIDE_TEXTS);
  const [told, setTold] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const [hint, advice] = await Promise.all([
      askHint().catch(() => undefined),
      import('@flower-war/words/advice').catch(() => undefined),
    ]);
    setAsking(false);
    const isCurrent = hint !== undefined && hint.decision === decision;
    const choice = isCurrent ? choices.find(({ move }) => move === hint.move) : undefined;
    const move = isCurrent ? moves.find((one) => one.move === hint.move) : undefined;
    onTold();
    if (choice === undefined || move === undefined) return setTold(texts.notNow);
    const reason = advice?.reasonFor(words, { game, view, seat, move, name: speech.name });
    setTold(`${texts.would(choice.sentence)} ${reason ?? lookAt(texts.looks, move)}`.trim());
  };
  return (
    <>
      <p className="note" role="status">
        {told}
      </p>
      {(told === undefined || told === texts.notNow) && moves.length > 1 && (
        <Button disabled={isAsking} onClick={() => void ask()} text={texts.ask} />
      )}
    </>
  );
}
