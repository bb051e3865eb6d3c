/** Pieces that several tables show: the sign of a seat, and cards. */
import type { TableProps } from '../moves/choices.ts';
import { Art } from '../art/Art.tsx';
import { colourOf, type Tribe } from './ring/ringView.ts';
import { aztecsIn, ringIn, walkIn } from './aboutThing.ts';
import type { CardWords } from '../moves/cardWords.ts';
import '../art/cards.css';

interface SignProps extends Pick<TableProps, 'game' | 'view' | 'speech'> {
  readonly seat: number;
}

/** How a seat is marked on the table of its game: by a pawn, a token, or the sign of a city. */
export function SeatSign({ seat, speech, ...seen }: SignProps) {
  if (aztecsIn(seen) !== undefined) return <CitySign seat={seat} />;
  if (walkIn(seen) !== undefined) return <Token side={seat} name={speech.name(seat)} />;
  return <Pawn tribe={ringIn(seen)?.tribes[seat]} name={speech.name(seat)} />;
}

interface PawnProps {
  readonly tribe: Tribe | undefined;
  readonly name: string;
  readonly isTurn?: boolean;
  readonly isOwn?: boolean;
  /** What the animations call it. */
  readonly at?: string;
}

/** A tribe, by the form of its shield, its colour and its letter. The letter belongs to the picture: words name the tribe in full. */
export function Pawn({ tribe, name, isTurn = false, isOwn = false, at }: PawnProps) {
  const colour = tribe === undefined ? 'tribe' : colourOf(tribe);
  return (
    <i
      className={`pawn ${colour}${isTurn ? ' turn' : ''}${isOwn ? ' own' : ''}`}
      data-letter={name.slice(0, 1)}
      data-at={at}
      aria-hidden="true"
    >
      {tribe && <Art of={`ring#shield-${tribe.compass}`} />}
    </i>
  );
}

interface TokenProps {
  readonly side: number;
  readonly name: string;
  /** What the animations call it. */
  readonly at?: string;
}

/** A token, by its colour, its form and its letter. */
export function Token({ side, name, at }: TokenProps) {
  return (
    <i className={`token side${side}`} data-letter={name.slice(0, 1)} data-at={at} aria-hidden="true">
      <Art of={`walk#token${side}`} />
    </i>
  );
}

/** A city of Space Aztecs: the hill that stands for every city in the codices, and the number of its seat. */
export function CitySign({ seat }: { readonly seat: number }) {
  return (
    <i className="citysign" data-letter={seat + 1} aria-hidden="true">
      <Art of="aztecs#city" />
    </i>
  );
}

/**
 * A hand may hold the same card several times. A move with one of them is a move with each, so they are shown once. Other cards are called
 * alike, and their hour tells them apart.
 */
export function stacksOf(ids: readonly string[], speech: TableProps['speech']) {
  return [...new Set(ids)].map((id) => {
    const card = speech.cards.get(id);
    const copies = ids.filter((other) => other === id).length;
    return { id, card, title: [card?.title ?? id, card?.mark, copies > 1 && `×${copies}`].filter(Boolean).join(' ') };
  });
}

interface CardListProps extends Pick<TableProps, 'speech' | 'things' | 'chosen' | 'choose'> {
  readonly title: string;
  readonly ids: readonly string[];
}

/** Cards with their pictures and sentences. One that a move is about is a button. */
export function CardList({ title, ids, speech, things, chosen, choose }: CardListProps) {
  // Where no card is a button, keys scroll the list, too.
  const hasButtons = ids.some((id) => things.has(`card:${id}`));
  return (
    <section className="cards" aria-label={title} tabIndex={hasButtons ? undefined : 0}>
      <h2>{title}</h2>
      <ul>
        {stacksOf(ids, speech).map(({ id, card, title: named }) => {
          const pick = `card:${id}` as const;
          const isOpen = things.has(pick);
          const look = `cardface of-${card?.suit}${hasButtons && !isOpen ? ' closed' : ''}`;
          return (
            <li key={id} className={look} data-at={pick}>
              {isOpen ? (
                <button
                  type="button"
                  aria-pressed={chosen === pick}
                  title={things.get(pick) || undefined}
                  onClick={() => choose(pick)}
                >
                  {named}
                </button>
              ) : (
                <strong>{named}</strong>
              )}
              {card && <CardText card={card} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What stands below the title of a card: its picture with the price, and its sentences. */
export function CardText({ card: { text, when, cost, price, emblem } }: { readonly card: CardWords }) {
  return (
    <>
      <span className="picture" aria-hidden="true">
        <Art of={emblem} />
        {cost !== '' && (
          <b className="price">
            <Art of="ring#skull" />
            {price}
          </b>
        )}
      </span>
      <p>
        {text} <small>{[when, cost].filter(Boolean).join(' ')}</small>
      </p>
    </>
  );
}
