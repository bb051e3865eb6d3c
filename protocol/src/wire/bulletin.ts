/** A bulletin: a text of the host of the server to all who are connected, such as "We restart in five minutes". */
import * as z from 'zod';
import { printable } from './printable.ts';

const MOST_TEXT = 300;
export const bulletinText = printable(MOST_TEXT).describe('One line for people, of at most 300 letters.');

export const bulletin = z
  .object({ text: z.string(), at: z.int().min(0) })
  .describe('A text of the host of the server to all who are connected.');
export type Bulletin = z.infer<typeof bulletin>;
