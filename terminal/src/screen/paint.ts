/** Colours for those who see them; every picture must be legible without. */
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan' | 'blue' | 'magenta';
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

/** None when the stream is no terminal, or NO_COLOR is set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}
