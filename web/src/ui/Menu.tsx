import { type KeyboardEvent, type ReactNode, useRef } from 'react';

interface Props {
  /** What the menu is called, where its sign alone is seen. */
  readonly label: string;
  readonly sign: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** What lies behind a small button. The browser keeps one open at a time; Escape closes it. */
export function Menu({ label, sign, className = '', children, onToggle }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || menu.current === null) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details
      className={`menu ${className}`}
      name="menu"
      ref={menu}
      onKeyDown={close}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary aria-label={label}>{sign}</summary>
      <div>{children}</div>
    </details>
  );
}
