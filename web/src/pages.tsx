/** The page at each address. All but the first are loaded when they are opened. */
import type { PagePath } from '@flower-war/protocol/pages';
import { type ComponentType, lazy } from 'react';
import { Lobby } from './lobby/Lobby.tsx';

export const PAGE_AT: Readonly<Record<PagePath, ComponentType>> = {
  '/': Lobby,
  '/about': lazy(async () => ({ default: (await import('./about/AboutPage.tsx')).AboutPage })),
};
