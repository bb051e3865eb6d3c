import { useId } from 'react';

interface ChoiceProps<T> {
  readonly title: string;
  readonly values: readonly T[];
  readonly chosen: T;
  readonly name: (value: T) => string;
  readonly choose: (value: T) => void;
}

/** One of a few values, all in sight. */
export function Choice<T extends string | number>({ title, values, chosen, name, choose }: ChoiceProps<T>) {
  const group = useId();
  return (
    <fieldset className="choice">
      <legend>{title}</legend>
      {values.map((value) => (
        <label key={value}>
          <input type="radio" name={group} checked={value === chosen} onChange={() => choose(value)} />
          <span>{name(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}
