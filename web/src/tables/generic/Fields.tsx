/** Shows what a viewer sees of any game, field by field, for games without a table of their own. */
import { titleOf } from '../../moves/cardWords.ts';
import type { TableProps } from '../../moves/tableProps.ts';

type Props = Pick<TableProps, 'view' | 'speech'>;

export function Fields({ view, speech }: Props) {
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
