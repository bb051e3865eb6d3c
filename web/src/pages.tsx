/** The page at each address. All but the first are loaded when they are opened. */
import type { PagePath } from '@flower-war/protocol/pages';
import { type ComponentType, lazy } from 'react';
import { Lobby } from './lobby/Lobby.tsx';

export const PAGE_AT: Readonly<Record<PagePath, ComponentType>> = {
  '/': Lobby,
  '/new': lazy(async () => ({ default: (await import('./new/NewPage.tsx')).NewPage })),
  '/me': lazy(async () => ({ default: (await import('./people/MePage.tsx')).MePage })),
  '/player': lazy(async () => ({ default: (await import('./people/PlayerPage.tsx')).PlayerPage })),
  '/best': lazy(async () => ({ default: (await import('./people/BestPage.tsx')).BestPage })),
  '/about': lazy(async () => ({ default: (await import('./about/AboutPage.tsx')).AboutPage })),
  '/temples': lazy(async () => ({ default: (await import('./temples/own/TemplesPage.tsx')).TemplesPage })),
  '/twin': lazy(async () => ({ default: (await import('./lazy/twin/TwinPage.tsx')).TwinPage })),
  '/claim': lazy(async () => ({ default: (await import('./temples/claim/ClaimPage.tsx')).ClaimPage })),
  '/replay': lazy(async () => ({ default: (await import('./replay/ReplayPage.tsx')).ReplayPage })),
  '/proof': lazy(async () => ({ default: (await import('./lazy/proof/ProofPage.tsx')).ProofPage })),
};
