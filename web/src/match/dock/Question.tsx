import { useLanguage } from '../../app/language.tsx';
import { askedCards } from '../../tables/askedCards.ts';
import { CardText } from '../../tables/cards/CardList.tsx';
import { TimeLeft } from '../../ui/TimeLeft.tsx';
import type { DockProps } from './dockProps.ts';

type Props = Pick<DockProps, 'table' | 'snapshot'>;

/** What is asked of the player, with the cards that the question names; or, quietly, what the match waits for. */
export function Question({ table, snapshot }: Props) {
  const { words, texts } = useLanguage();
  const { game, view, speech } = table;
  const { seat, decision, deadline, windowDeadline, isOver } = snapshot;
  const isAsked = seat !== undefined && decision !== undefined && !isOver;
  const waiting = isOver || seat === undefined ? '' : texts.match.others;
  const cards = isAsked ? askedCards(table) : [];
  return (
    <div className={`question${isAsked ? ' asked' : ''}`}>
      <p aria-live={isAsked ? 'assertive' : 'off'}>
        {isAsked ? (words.prompt(game, view, speech) ?? texts.match.yourMove) : waiting}
      </p>
      {isAsked && <TimeLeft deadline={deadline} warns />}
      {isAsked && windowDeadline !== undefined && <small>{texts.match.onlyYou}</small>}
      {cards.map((card) => (
        <div key={card.id} className={`cardface ${card.deck}`}>
          <strong>{card.title}</strong> <CardText card={card} />
        </div>
      ))}
    </div>
  );
}
