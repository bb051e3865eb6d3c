import type { SharedTable, TablesElsewhere } from '@flower-war/protocol';
import type { Words } from '@flower-war/words';
import { comes, late } from '@flower-war/board/drawing';
import { type MouseEvent, Suspense, useCallback, useState } from 'react';
import { useAsked, useDeed, useEvery } from '../app/asked.tsx';
import { ownCall } from '../app/ownCall.ts';
import { editionName, lengthName, useLanguage, useTexts } from '../app/language.tsx';
import { matchHref, outward } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { Card } from '../ui/controls.tsx';
import { LOBBY } from './texts.ts';

type Host = TablesElsewhere['hosts'][number];

/** The server asks the other hosts when it is asked, so a new table is seen within two seconds. */
const ASKED_EVERY_MS = 1300;
/** Of each host, so that none can hide the others. */
const SHOWN = 3;

/** What was seen last stays where the server is away for a moment. */
const ask = () => ownCall<TablesElsewhere>('/api/lobby/elsewhere');

/** The open tables of the hosts that this one lists. */
export function Elsewhere() {
  const told = useTexts(LOBBY);
  const { value, again } = useAsked(ask);
  const askInSight = useCallback(() => document.hidden || again(), [again]);
  useEvery(askInSight, ASKED_EVERY_MS);
  const hosts = value?.hosts.filter(({ tables }) => tables.length > 0) ?? [];
  if (hosts.length === 0) return null;
  return (
    <Card title={told.elsewhere}>
      <p className="none">{told.elsewhereAbout}</p>
      {hosts.map((one) => (
        <AtHost key={one.host} {...one} />
      ))}
    </Card>
  );
}

function AtHost({ host, tables }: Host) {
  const { words, texts } = useLanguage();
  const { allOf } = useTexts(LOBBY);
  return (
    <>
      <ul aria-label={nameOf(host)}>
        {tables.slice(0, SHOWN).map((table) => (
          <li key={table.match} className="row">
            <span className="what">
              <strong>{editionName(words, table.preset)}</strong>
              <span>{aboutTable(table, words, nameOf(host))}</span>
            </span>
            <ToTable href={`${host}${matchHref(table.match)}`} text={texts.lists.sit} />
          </li>
        ))}
      </ul>
      {tables.length > SHOWN && (
        <a href={host} rel="noopener noreferrer">
          {allOf(tables.length)}
        </a>
      )}
    </>
  );
}

const going = () => comes(async () => (await import('../lazy/hosts/Going.tsx')).goTo);
const NoWayBack = late(async () => (await import('../lazy/hosts/Going.tsx')).NoWayBack);

/** The other host hears from this one who comes, if the person has a way back to the player. In a new tab a person comes as a guest. */
function ToTable({ href, text }: { readonly href: string; readonly text: string }) {
  const { client } = usePlayer();
  const { isBusy, run } = useDeed();
  const [isLost, setLost] = useState(false);
  const go = async () => {
    const out = outward();
    setLost(!(await (await going())(client, href, out)));
  };
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (!isBusy) run(go);
  };
  return (
    <>
      <a className="button" href={href} rel="noopener noreferrer" aria-busy={isBusy} onClick={follow}>
        {text}
      </a>
      {isLost && (
        <Suspense>
          <NoWayBack href={href} />
        </Suspense>
      )}
    </>
  );
}

/** `play.example.org · 1 of 4 free · Ana · short · time for each turn` */
function aboutTable({ free, seats, by, length, clock, approval }: SharedTable, words: Words, host: string): string {
  const { lobby } = words.screen;
  const parts = [
    host,
    lobby.places(free, seats),
    by,
    length !== '' && length !== 'standard' && lengthName(words, length),
    clock !== 'none' && (lobby.clocks[clock] ?? clock),
    approval && lobby.approval,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');
}

const nameOf = (host: string): string => new URL(host).host;
