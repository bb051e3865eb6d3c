/** Chooses the table of a game. A game without one is shown field by field. */
import { Suspense } from 'react';
import { useTexts } from '../language.tsx';
import { late } from '../late.ts';
import { titleOf } from '../moves/cardWords.ts';
import type { TableProps } from '../moves/choices.ts';
import { Ring, RingCards, RingStrip } from './ring/Ring.tsx';
import { aztecsIn, ringIn, walkIn } from './aboutThing.ts';
import { BOARD_TEXTS } from './texts.ts';

/** A match of the ring begins without them. */
const AztecsHand = late(async () => (await import('./spaceAztecs/SpaceAztecs.tsx')).AztecsHand);

const SpaceAztecs = late(async () => (await import('./spaceAztecs/SpaceAztecs.tsx')).SpaceAztecs);

const Tieqchieq = late(async () => (await import('./tieqchieq/Tieqchieq.tsx')).Tieqchieq);

export function Board(props: TableProps) {
  const texts = useTexts(BOARD_TEXTS);
  return (
    <Suspense fallback={<p className="wait">{texts.loading}</p>}>
      <Table {...props} />
    </Suspense>
  );
}

function Table(props: TableProps) {
  const [ring, aztecs, walk] = [ringIn(props), aztecsIn(props), walkIn(props)];
  if (ring !== undefined) return <Ring {...props} view={ring} />;
  if (aztecs !== undefined) return <SpaceAztecs {...props} view={aztecs} />;
  return walk === undefined ? <Fields {...props} /> : <Tieqchieq {...props} view={walk} />;
}

/** The cards of the viewer, in sentences. */
export function Hand(props: TableProps) {
  const [ring, aztecs] = [ringIn(props), aztecsIn(props)];
  if (ring !== undefined) return <RingCards {...props} view={ring} />;
  return aztecs === undefined ? null : (
    <Suspense>
      <AztecsHand {...props} view={aztecs} />
    </Suspense>
  );
}

/** The same in a strip, for a screen that has no room for sentences. A city shows its cards on the table. */
export function HeldCards(props: TableProps) {
  const ring = ringIn(props);
  return ring === undefined ? null : <RingStrip {...props} view={ring} />;
}

/** Whether the game has cards. */
export const hasHand = (seen: Parameters<typeof ringIn>[0]): boolean =>
  ringIn(seen) !== undefined || aztecsIn(seen) !== undefined;

// Shows what a viewer sees of any game, field by field, for games without a table of their own.

type FieldsProps = Pick<TableProps, 'view' | 'speech'>;

function Fields({ view, speech }: FieldsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it, too
    <div className="fields" tabIndex={0}>
      <Field value={view} name={(text) => titleOf(speech.cards, text)} />
    </div>
  );
}

interface FieldProps {
  readonly value: unknown;
  /** Calls a card by its title. */
  readonly name: (text: string) => string;
}

function Field({ value, name }: FieldProps) {
  if (Array.isArray(value)) return <List items={value} name={name} />;
  if (typeof value !== 'object' || value === null) return <span>{plain(value, name)}</span>;
  return (
    <dl className="fields">
      {Object.entries(value).map(([field, inner]) => (
        <div key={field}>
          <dt>{spaced(field)}</dt>
          <dd>
            <Field value={inner} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function List({ items, name }: { readonly items: readonly unknown[]; readonly name: FieldProps['name'] }) {
  if (items.length === 0) return <span>–</span>;
  if (items.every((item) => typeof item !== 'object'))
    return <span>{items.map((item) => plain(item, name)).join(', ')}</span>;
  return (
    <ol className="fields">
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells them apart
        <li key={place}>
          <Field value={item} name={name} />
        </li>
      ))}
    </ol>
  );
}

function plain(value: unknown, name: FieldProps['name']): string {
  if (typeof value === 'boolean') return value ? '✓' : '–';
  return value === '' ? '–' : name(String(value));
}

/** `roundCap` becomes `round cap`. */
const spaced = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
