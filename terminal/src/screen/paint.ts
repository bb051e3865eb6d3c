/** Colours. Every picture must be legible without them. */
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan' | 'blue' | 'magenta';
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

/** Adds no colours when the stream is no terminal or NO_COLOR is set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}
