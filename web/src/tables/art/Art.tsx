/**
 * Pictures in the manner of the codices, drawn by our own hand. Each sheet is a file of its own, for which a browser asks when it
 * first draws something of it. Fills name the colours of ui/style.css, so that a picture follows light and dark.
 */
import type { ReactNode, SVGAttributes } from 'react';
import './art.css';

const SHEETS = {
  days: new URL('days.svg', import.meta.url).href,
  ring: new URL('ring.svg', import.meta.url).href,
  aztecs: new URL('aztecs.svg', import.meta.url).href,
  walk: new URL('walk.svg', import.meta.url).href,
} as const;

/** `ring#skull`: a sheet, and the name of a picture on it. */
export type Picture = `${keyof typeof SHEETS}#${string}`;

export function addressOf(picture: Picture): string {
  const [sheet, name] = picture.split('#') as [keyof typeof SHEETS, string];
  return `${SHEETS[sheet]}#${name}`;
}

interface ArtProps extends SVGAttributes<SVGSVGElement> {
  readonly of: Picture;
  readonly className?: string;
}

/** It tells nothing that words beside it do not tell. */
export function Art({ of, className = '', ...attributes }: ArtProps) {
  return (
    <svg className={`art ${className}`} aria-hidden="true" {...attributes}>
      <use href={addressOf(of)} />
    </svg>
  );
}

interface PieceProps {
  readonly of: Picture;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly className?: string;
}

/** A picture within a larger one. */
export const Piece = ({ of, size, ...place }: PieceProps): ReactNode => (
  <use href={addressOf(of)} {...place} width={size} height={size} />
);
