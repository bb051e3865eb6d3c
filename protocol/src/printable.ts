/** Text that one person writes and others read. */
import { z } from 'zod';

/** One line: nothing invisible, nothing that turns the direction of the text around it. */
export const printable = (most: number) =>
  z
    .string()
    .trim()
    .normalize()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u)
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u);
