import { type ReactNode, useEffect, useRef, useState } from 'react';

interface MenuProps {
  /** What the menu is called, where its sign alone is seen. */
  readonly label: string;
  readonly sign: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** What lies behind a small button. The browser keeps one open at a time; Escape and a tap outside close it. */
export function Menu({ label, sign, className = '', children, onToggle }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => (menu.current === null ? undefined : closing(menu.current)), []);
  return (
    <details
      className={`menu ${className}`}
      name="menu"
      ref={menu}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary aria-label={label}>{sign}</summary>
      <div>{children}</div>
    </details>
  );
}

const CONTROLS = 'a, button, input, select, summary, textarea';

/** Closes the open menu on Escape and on a tap outside, until it is told to stop. The focus comes back, unless it went to another thing. */
function closing(menu: HTMLDetailsElement): () => void {
  const close = () => {
    const { activeElement } = document;
    menu.open = false;
    if (menu.contains(activeElement) || !activeElement?.matches(CONTROLS)) menu.querySelector('summary')?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.open) return;
    event.stopPropagation(); // it means the menu, and no choice in the dock
    close();
  };
  // A thing that was tapped may be gone by now, but it is in the path.
  const tap = (event: Event) => menu.open && !event.composedPath().includes(menu) && close();
  document.addEventListener('keydown', leave, true);
  document.addEventListener('click', tap);
  return () => {
    document.removeEventListener('keydown', leave, true);
    document.removeEventListener('click', tap);
  };
}

interface OpeningProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** What few people want to see: it is made, and asks the server, only once it is opened. */
export function Opening({ title, className, children }: OpeningProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={className} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
