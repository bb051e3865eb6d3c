import { type FormEvent, type ReactNode, useId } from 'react';

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

interface FormProps {
  readonly className?: string;
  /** Takes what the person typed, by field; `clear` empties all fields. */
  readonly send: (said: (field: string) => string, clear: () => void) => void;
  readonly children: ReactNode;
}

/** A form that never leaves the page. */
export function Form({ className, send, children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    send(
      (field) => String(fields.get(field) ?? '').trim(),
      () => form.reset(),
    );
  };
  return (
    <form onSubmit={submit} className={className}>
      {children}
    </form>
  );
}
