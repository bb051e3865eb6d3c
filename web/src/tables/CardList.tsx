import type { CardWords } from '../moves/cardWords.ts';
import type { TableProps } from '../moves/choices.ts';
import { Art } from './art/Art.tsx';
import './art/cards.css';

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
      <h3>{title}</h3>
      <ul>
        {ids.map((id, place) => {
          const pick = `card:${id}` as const;
          const card = speech.cards.get(id);
          const isOpen = things.has(pick);
          const look = `cardface of-${card?.suit}${hasButtons && !isOpen ? ' closed' : ''}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a hand may hold the same card twice
            <li key={`${id} ${place}`} className={look} data-at={pick}>
              {isOpen ? (
                <button
                  type="button"
                  aria-pressed={chosen === pick}
                  title={things.get(pick) || undefined}
                  onClick={() => choose(pick)}
                >
                  {card?.title ?? id}
                </button>
              ) : (
                <strong>{card?.title ?? id}</strong>
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
