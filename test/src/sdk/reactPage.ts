/** A page in React, as a frontend writes it: one component draws the match, another only its moves. */
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { createElement as element, StrictMode, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';

interface Shown {
  readonly live: LiveMatch<'tieqchieq'>;
}

declare const document: { querySelector(selector: string): Parameters<typeof createRoot>[0] };

/** How often each component was drawn. */
export const drawn = { table: 0, moves: 0 };

function Table({ live }: Shown) {
  const { step, view, connection, isOver } = useSyncExternalStore(live.subscribe, live.getSnapshot);
  drawn.table++;
  const fields = Object.keys(view).length;
  return element('p', { id: 'table' }, `${step} ${fields} ${connection.state} ${isOver ? 'over' : 'running'}`);
}

/** Without a snapshot: the list itself is the same object until it changes. */
function Moves({ live }: Shown) {
  const legal = useSyncExternalStore(live.subscribe, () => live.legal);
  drawn.moves++;
  const play = (move: string) => () => live.play(move, { decision: live.decision });
  return legal.map((move) => element('button', { key: move, type: 'button', onClick: play(move) }, move));
}

export async function show(url: string): Promise<Shown['live']> {
  const client = new FlowerWarClient({ url });
  await client.signIn('React');
  const options = { turnCap: 20, startPlayer: 'host' } as const;
  const match = await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options });
  const live = await client.join(match);
  await live.until(({ table }) => table.status === 'running');
  const page = element(StrictMode, undefined, element(Table, { live }), element(Moves, { live }));
  createRoot(document.querySelector('main')).render(page);
  return live;
}
