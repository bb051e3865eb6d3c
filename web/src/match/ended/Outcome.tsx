import type { Words } from '@flower-war/words';
import type { ReactNode } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { type Holder, sitterName } from '../../app/names.ts';
import { type TableSpeech, titleOf } from '../../moves/cardWords.ts';
import { Announced } from '../../ui/Announced.tsx';

interface Standing {
  readonly seat: number;
  readonly place: number;
  readonly score: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

interface Ended {
  readonly match: string;
  /** Who played, by seat. */
  readonly seats: readonly Holder[];
  readonly result: {
    readonly result: string;
    readonly reason: string;
    readonly winners: readonly number[];
    readonly standings: readonly Standing[];
  };
  readonly speech: TableSpeech;
}

interface Props extends Ended {
  /** The ways on. */
  readonly children?: ReactNode;
}

/** How the match ended, and who stands where and why. */
export function Outcome({ children, ...ended }: Props) {
  const { words } = useLanguage();
  return (
    <section className="result card" aria-labelledby="result">
      <h2 id="result">{headline(ended, words)}</h2>
      <Announced text={headline(ended, words)} />
      {ended.result.standings.length > 0 && <Standings {...ended} />}
      {children}
    </section>
  );
}

/** The parts of a score stand below the name: some games have twenty of them, which no phone shows beside each other. */
function Standings(ended: Ended) {
  const { words, texts } = useLanguage();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{texts.match.place}</th>
          <th scope="col">{texts.match.player}</th>
          <th scope="col">{texts.match.score}</th>
        </tr>
      </thead>
      <tbody>
        {ended.result.standings.map(({ seat, place, score, breakdown }) => (
          <tr key={seat}>
            <td>{place}</td>
            <th scope="row">
              {called(ended, seat, words)}
              <small>{partsOf(breakdown, ended.speech, words)}</small>
            </th>
            <td>{score}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function headline(ended: Ended, words: Words): string {
  const { table } = words.screen;
  const { result, reason, winners } = ended.result;
  const who = winners.map((seat) => called(ended, seat, words)).join(table.and);
  return `${table.results[result]?.(who) ?? result}: ${table.reasons[reason] ?? plainly(reason)}.`;
}

function called({ match, seats, speech }: Ended, seat: number, words: Words): string {
  const holder = seats[seat];
  return holder === undefined
    ? speech.name(seat)
    : `${speech.name(seat)} · ${sitterName(words, holder, { match, seat })}`;
}

function partsOf(breakdown: Standing['breakdown'], speech: TableSpeech, words: Words): string {
  const parts = Object.entries(breakdown).filter(([, points]) => points !== 0);
  return parts.map(([part, points]) => `${partName(part, speech, words)} ${points}`).join(' · ');
}

function partName(part: string, { cards }: TableSpeech, { screen }: Words): string {
  return screen.table.parts[part] ?? plainly(titleOf(cards, part));
}

const plainly = (name: string): string => name.replaceAll('-', ' ');
