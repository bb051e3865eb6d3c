/** What the browser keeps of a temple: its login, and its flash, which survives a reload as that of a real temple a power cut. */
import { FLASH_KINDS, type Flash } from '@flower-war/temple/core';
import type { Login } from './login.ts';

const LOGIN = 'flower-war-twin';
const flashOf = (id: string): string => `flower-war-twin-flash-${id}`;

/** False where the person forbids it: then the temple forgets its totals, and each start is a new life. */
export function canKeep(): boolean {
  try {
    localStorage.setItem(`${LOGIN}-test`, '1');
    localStorage.removeItem(`${LOGIN}-test`);
    return true;
  } catch {
    return false;
  }
}

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {} // `canKeep` has told the person
}

export const keptLogin = (): Login | undefined => (read(LOGIN) as Login | null) ?? undefined;
export const keepLogin = (login: Login | undefined): void => write(LOGIN, login);

/** A flash that this version cannot read is a new one. Records that were still on their way are lost, as in a power cut. */
export function keptFlash(id: string): Flash | undefined {
  const kept = read(flashOf(id)) as Partial<Flash> | null;
  const isWhole = kept !== null && FLASH_KINDS.some((kind) => kind === kept.kind) && Array.isArray(kept.banks);
  return isWhole ? ({ ...kept, writing: [] } as unknown as Flash) : undefined;
}

/** Called before the temple publishes what it has counted. */
export const keepFlash = (id: string, { writing: _, ...flash }: Flash): void => write(flashOf(id), flash);
