/** What all pages have: cards, tables, what screen readers say; menus and what opens; the time that is left; links for other people. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../app/language.tsx';
import { late } from '@flower-war/board/drawing';
import { Button } from './forms.tsx';

interface CardProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of a page. */
export const Card = ({ title, className = 'card', children }: CardProps) => (
  <section className={className}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** What is said in passing. */
export const Remark = ({ text }: { readonly text: string }) => (
  <p>
    <small>{text}</small>
  </p>
);

interface FiguresProps {
  readonly heads: readonly string[];
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table with a head for each column. */
export const Figures = ({ heads, className, children }: FiguresProps) => (
  <table className={className}>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

interface StatusProps {
  readonly as?: 'p' | 'div' | 'span';
  readonly className?: string;
  readonly children: ReactNode;
}

/** Said by screen readers when it appears and when it changes: they read only what changes in a part that was there before. */
export function Status({ as: Part = 'p', className, children }: StatusProps) {
  const [isThere, appear] = useState(false);
  useEffect(() => appear(true), []);
  return (
    <Part role="status" className={className}>
      {isThere && children}
    </Part>
  );
}

/** The same for screen readers alone. */
export const Announced = ({ text }: { readonly text: string }) => <Status className="hidden">{text}</Status>;

// Menus, and what opens.

interface MenuProps {
  /** What the menu is called, where its sign alone is seen. */
  readonly label: string;
  readonly sign: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** What lies behind a small button. The browser keeps one open at a time; Escape, a tap outside, the way on by Tab and a link of its own close it. */
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

/** Closes the open menu, until it is told to stop. The focus comes back, unless it went to another thing. */
function closing(menu: HTMLDetailsElement): () => void {
  const close = () => {
    const { activeElement } = document;
    menu.open = false;
    if (menu.contains(activeElement) || !activeElement?.matches(CONTROLS)) menu.querySelector('summary')?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.open || menu.closest('[inert]') !== null) return;
    event.stopPropagation(); // it means the menu, and no choice in the dock
    close();
  };
  // A thing that was tapped may be gone by now, but it is in the path.
  const tap = (event: Event) => menu.open && !event.composedPath().includes(menu) && close();
  // Before the page goes there, so that the way back leads to what is in sight.
  const follow = ({ target }: Event) => menu.open && (target as Element).closest('a') !== null && close();
  // What has the focus now may lie under the menu. A tap on words of the menu gives it to the page around.
  const goOn = ({ relatedTarget: next }: FocusEvent) => {
    const isBeside = next instanceof Node && !menu.contains(next) && !next.contains(menu);
    if (isBeside && menu.closest('[inert]') === null) menu.open = false;
  };
  document.addEventListener('keydown', leave, true);
  document.addEventListener('click', tap);
  menu.addEventListener('click', follow, true);
  menu.addEventListener('focusout', goOn);
  return () => {
    document.removeEventListener('keydown', leave, true);
    document.removeEventListener('click', tap);
    menu.removeEventListener('click', follow, true);
    menu.removeEventListener('focusout', goOn);
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

// The time that is left.

interface TimeLeftProps {
  /** In milliseconds since 1970; absent or 0 while no clock runs. */
  readonly deadline: number | undefined;
  /** How far the clock by which the deadline goes is ahead of this device's, in milliseconds. */
  readonly clockAhead?: number;
  /** Whether screen readers say it when little is left: only for the player's own question. */
  readonly warns?: boolean;
  /** What it counts, where no sentence says so. */
  readonly label?: string;
}

const URGENT_MS = 10_000;

/** Counts down. The server decides when the time is over. */
export function TimeLeft({ deadline = 0, clockAhead = 0, warns = false, label }: TimeLeftProps) {
  const { texts } = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (deadline === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === 0) return null;
  const left = deadline - clockAhead - now;
  const isUrgent = left <= URGENT_MS;
  return (
    <span className={`time${isUrgent ? ' urgent' : ''}`}>
      {label !== undefined && <small>{label}</small>}
      <span role="timer">{timeText(left)}</span>
      {warns && (
        <span className="hidden" aria-live="assertive">
          {isUrgent ? texts.match.hurry : ''}
        </span>
      )}
    </span>
  );
}

/** `0:09`, `12:30`, `3 h 20`, `2 d 5 h`: short, and the same in all languages. */
export function timeText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [minutes, hours, days] = [60, 3600, 86_400].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ];
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${padded(minutes % 60)}`;
  return `${minutes}:${padded(seconds % 60)}`;
}

const padded = (n: number): string => `${n}`.padStart(2, '0');

// Links for other people.

interface ShareProps {
  readonly link: string;
  /** What the link leads to. */
  readonly label: string;
}

/**
 * A link for other people, to send or to copy. Browsers do both only on pages that came by https or from this machine.
 * Everywhere else people copy it by hand.
 */
export function Share({ link, label }: ShareProps) {
  const { texts } = useLanguage();
  // A person who closes the sheet of the device has changed their mind.
  const send = () => void navigator.share({ title: label, url: link }).catch(() => {});
  return (
    <div className="share">
      <label>
        {label}
        <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      <Copy text={link} copy={texts.seat.copy} copied={texts.seat.copied} />
      {'share' in navigator && <Button onClick={send} text={texts.seat.share} />}
    </div>
  );
}

interface CopyProps {
  readonly text: string;
  /** What the button says before and after. */
  readonly copy: string;
  readonly copied: string;
}

/** Nothing where browsers do not copy. */
export function Copy({ text, copy, copied }: CopyProps) {
  const [isCopied, setCopied] = useState(false);
  const write = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  return isSecureContext && <Button onClick={write} text={isCopied ? copied : copy} />;
}

interface SaveProps {
  readonly content: BlobPart;
  readonly type: string;
  /** What the file is called. */
  readonly name: string;
  readonly text: string;
  readonly look?: 'quiet';
}

/** A link that saves a file. */
export function Save({ content, type, name, text, look }: SaveProps) {
  const [href, setHref] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type }));
    setHref(made);
    return () => URL.revokeObjectURL(made);
  }, [content, type]);
  return (
    <a className={look === undefined ? 'button' : 'button quiet'} href={href} download={name}>
      {text}
    </a>
  );
}

/** Drawing codes is not needed for the first match. */
const QrCode = late(async () => (await import('./QrCode.tsx')).QrCode);

/** A link for other people: to copy, to send, to scan. */
export function ShareLink({ link, label }: { readonly link: string; readonly label: string }) {
  const { texts } = useLanguage();
  return (
    <div className="invite">
      <Share link={link} label={label} />
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={link} label={texts.seat.scan} />
      </Suspense>
      <small>{texts.seat.scan}</small>
    </div>
  );
}
