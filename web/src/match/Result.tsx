import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import type { Words } from '@flower-war/words';
import { useState } from 'react';
import { useLanguage } from '../app/language.tsx';
import { sitterName } from '../app/names.ts';
import { Link, navigate } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { matchHref } from '../app/route.ts';
import { asError } from '../app/useAsked.ts';
import { type TableSpeech, titleOf } from '../moves/cardWords.ts';
import { handOver } from './handOver.ts';

interface Props {
  readonly live: LiveMatch;
  readonly snapshot: MatchSnapshot;
  readonly speech: TableSpeech;
}

/** How the match ended, who stands where and why, and the way on. */
export function Result({ live, snapshot, speech }: Props) {
  const { words, texts } = useLanguage();
  const { result } = snapshot.table;
  const parts = [...new Set(result.standings.flatMap(({ breakdown }) => Object.keys(breakdown)))];
  return (
    <section className="result card" aria-labelledby="result">
      <h2 id="result">{headline(snapshot, { match: live.id, speech, words })}</h2>
      {result.standings.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.match.place}</th>
              <th scope="col">{texts.match.player}</th>
              <th scope="col">{texts.match.score}</th>
              {parts.map((part) => (
                <th key={part} scope="col">
                  {partName(part, speech, words)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.standings.map(({ seat, place, score, breakdown }) => (
              <tr key={seat}>
                <td>{place}</td>
                <th scope="row">{called(snapshot, seat, { match: live.id, speech, words })}</th>
                <td>{score}</td>
                {parts.map((part) => (
                  <td key={part}>{breakdown[part] ?? 0}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Onward live={live} snapshot={snapshot} />
    </section>
  );
}

function Onward({ live, snapshot: { seat, rematchId } }: Omit<Props, 'speech'>) {
  const { texts } = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const again = async () => {
    setBusy(true);
    try {
      navigate(matchHref(handOver(await live.rematch())));
    } catch (thrown) {
      setError(asError(thrown));
      setBusy(false);
    }
  };
  return (
    <p className="others">
      {seat !== undefined && (
        <button type="button" className="main" disabled={isBusy} onClick={() => void again()}>
          {rematchId === undefined ? texts.match.again : texts.match.joinAgain}
        </button>
      )}
      <Link to={PAGES.home} className="button">
        {texts.home}
      </Link>
      {error && <Problem error={error} />}
    </p>
  );
}

function headline(snapshot: MatchSnapshot, speaking: Speaking): string {
  const { table } = speaking.words.screen;
  const { result, reason, winners } = snapshot.table.result;
  const who = winners.map((seat) => called(snapshot, seat, speaking)).join(table.and);
  return `${table.results[result]?.(who) ?? result}: ${table.reasons[reason] ?? plainly(reason)}.`;
}

interface Speaking {
  readonly match: string;
  readonly speech: TableSpeech;
  readonly words: Words;
}

function called({ table }: MatchSnapshot, seat: number, { match, speech, words }: Speaking): string {
  const holder = table.seats[seat];
  return holder === undefined
    ? speech.name(seat)
    : `${speech.name(seat)} (${sitterName(words, holder, { match, seat })})`;
}

function partName(part: string, { cards }: TableSpeech, { screen }: Words): string {
  return screen.table.parts[part] ?? plainly(titleOf(cards, part));
}

const plainly = (name: string): string => name.replaceAll('-', ' ');
