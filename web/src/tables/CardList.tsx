import type { CardWords } from '../moves/cardWords.ts';
import type { TableProps } from '../moves/choices.ts';

interface CardListProps extends Pick<TableProps, 'speech' | 'things' | 'chosen' | 'choose'> {
  readonly title: string;
  readonly ids: readonly string[];
}

/** Cards in sentences. One that a move is about is a button. */
export function CardList({ title, ids, speech, things, chosen, choose }: CardListProps) {
  return (
    <section className="cards">
      <h3>{title}</h3>
      <ul>
        {ids.map((id, place) => {
          const pick = `card:${id}` as const;
          const card = speech.cards.get(id);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a hand may hold the same card twice
            <li key={`${id} ${place}`} className={`cardface ${card?.deck ?? ''}`}>
              {things.has(pick) ? (
                <button type="button" aria-pressed={chosen === pick} onClick={() => choose(pick)}>
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

export function CardText({ card: { text, when, cost } }: { readonly card: CardWords }) {
  return (
    <p>
      {text} <small>{[when, cost].filter(Boolean).join(' ')}</small>
    </p>
  );
}
