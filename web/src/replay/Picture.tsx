import { useState } from 'react';
import { useLanguage, useTexts } from '../app/language.tsx';
import type { Pick } from '../moves/picks.ts';
import { type TableProps, UNTOUCHED } from '../moves/tableProps.ts';
import { aboutThing } from '../tables/aboutThing.ts';
import { Board, Hand, hasHand } from '../tables/Board.tsx';
import { CardList } from '../tables/cards/CardList.tsx';
import { REPLAY } from './texts.ts';

interface Props {
  readonly table: Omit<TableProps, 'things' | 'chosen' | 'choose'>;
}

/** The table as it was, and the cards that these eyes saw. A thing that is tapped is explained. */
export function Picture({ table }: Props) {
  const [chosen, setChosen] = useState<Pick>();
  const choose = (pick: Pick) => setChosen(pick === chosen ? undefined : pick);
  const props: TableProps = { ...UNTOUCHED, ...table, chosen, choose };
  return (
    <div className="picture-and-cards">
      <div className="board">
        <Board {...props} />
      </div>
      {chosen !== undefined && <Explained table={table} pick={chosen} />}
      {'hands' in table.view && <AllHands {...props} hands={table.view.hands} />}
      {table.seat !== undefined && hasHand(props) && (
        <div className="held">
          <Hand {...props} />
        </div>
      )}
    </div>
  );
}

function Explained({ table: { speech, ...seen }, pick }: Props & { readonly pick: Pick }) {
  const { words, texts } = useLanguage();
  const { title, lines } = aboutThing(seen, pick, { words, texts, speech });
  return (
    <p role="status" className="explained">
      <b>{title}</b> {lines.join(' ')}
    </p>
  );
}

/** Eyes that see everything see the cards of each seat. */
function AllHands({ hands, ...props }: TableProps & { readonly hands: unknown }) {
  const { handOf } = useTexts(REPLAY);
  const all = Array.isArray(hands) ? (hands as readonly (readonly string[])[]) : [];
  return (
    <div className="held">
      {all.map((ids, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
        <CardList key={seat} title={handOf(props.speech.name(seat))} ids={ids} {...props} />
      ))}
    </div>
  );
}
