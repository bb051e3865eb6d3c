import { PAGES } from '@flower-war/protocol/pages';
import { useCallback } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Link } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { matchHref } from '../../app/route.ts';
import { useAsked } from '../../app/useAsked.ts';
import { ShareLink } from '../../ui/ShareLink.tsx';

/** The people of a match, each a way to what they have played, and the link to the match. */
export function People({ id }: { readonly id: string }) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { value } = useAsked(useCallback(() => client.match(id), [client, id]));
  const link = new URL(value?.link ?? matchHref(id), location.origin).href;
  return (
    <>
      <h2>{texts.match.people}</h2>
      <ul>
        {value?.seats.map(({ seat, player, name }) =>
          player === undefined ? null : (
            <li key={seat}>
              <Link to={`${PAGES.player}?id=${player}`} className="button quiet">
                {name}
              </Link>
            </li>
          ),
        )}
      </ul>
      <ShareLink link={link} label={texts.match.link} />
    </>
  );
}
