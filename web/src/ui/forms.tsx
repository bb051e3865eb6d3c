/** What a person presses, chooses and types. */
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react';
import { type Setting, useSetting } from '../app/setting.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly text: ReactNode;
}

export const Button = ({ text, ...attributes }: ButtonProps) => (
  <button type="button" {...attributes}>
    {text}
  </button>
);

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** Its name has the letters of a text. */
  readonly isPlain?: boolean;
}

/** A field with its name above it. */
export const Field = ({ label, isPlain = false, ...attributes }: FieldProps) => (
  <label>
    {isPlain ? label : <small>{label}</small>}
    <input {...attributes} />
  </label>
);

interface SelectProps<T> extends Omit<ComponentProps<'select'>, 'children'> {
  readonly label: string;
  readonly values: readonly T[];
  readonly nameOf?: (value: T) => ReactNode;
  /** What comes before the values. */
  readonly first?: string;
}

/** One of many values, with the name of the field above it. */
export const Select = <T extends string | number>({
  label,
  values,
  nameOf = (value) => value,
  first,
  ...attributes
}: SelectProps<T>) => (
  <label>
    <small>{label}</small>
    <select className="field" {...attributes}>
      {first !== undefined && <option value="">{first}</option>}
      {values.map((value) => (
        <option key={value} value={value}>
          {nameOf(value)}
        </option>
      ))}
    </select>
  </label>
);

/** Something that this browser remembers as on or off. */
export function Switch({ of, text }: { readonly of: Setting<boolean>; readonly text: string }) {
  const isOn = useSetting(of);
  return (
    <label className="caution">
      <input type="checkbox" checked={isOn} onChange={() => of.choose(!isOn)} />
      {text}
    </label>
  );
}

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
