/** A person goes to a table of another host: with what this host says of them, or as a guest. */
import { type FlowerWarClient, RefusedError } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { OPEN_DATA_CALLS, pathOf } from '@flower-war/protocol/paths';
import { ownCall } from '../../app/ownCall.ts';
import { useTexts } from '../../app/language.tsx';
import { Way } from '../../app/navigation.tsx';
import { HOSTS } from './texts.ts';
import './hosts.css';

/** Goes there. False if the person has no way back to the player, and had better know it first. */
export async function goTo(client: FlowerWarClient, href: string, go: (href: string) => void): Promise<boolean> {
  const brought = await assertionFor(client, new URL(href).origin).catch((error: unknown) => {
    if (error instanceof RefusedError && error.code === 'not-vouched' && error.reason === 'guest') return undefined;
    return ''; // the table is there all the same
  });
  if (brought === undefined) return false;
  go(brought === '' ? href : `${href}#from=${brought}`);
  return true;
}

/** Behind `#`, where no server and no log sees it. */
async function assertionFor(client: FlowerWarClient, host: string): Promise<string> {
  const assertion = await ownCall(pathOf({ call: OPEN_DATA_CALLS.vouch }), { client, body: { host } });
  const bytes = new TextEncoder().encode(JSON.stringify(assertion));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** What a guest is told before going. */
export function NoWayBack({ href }: { readonly href: string }) {
  const texts = useTexts(HOSTS);
  return (
    <div role="status" className="card">
      <p>{texts.noWay}</p>
      <p>{texts.noWayAbout}</p>
      <div className="going">
        <Way to={PAGES.me} text={texts.toMe} />
        <a className="button" href={href} rel="noopener noreferrer">
          {texts.asGuest}
        </a>
      </div>
    </div>
  );
}
