/** What a player does who makes a tournament: says what it is, and steers it. */
import { PAGES } from '@flower-war/protocol/pages';
import type { TournamentStep, TournamentView, TournamentWish } from '@flower-war/client';
import { useCallback, useState } from 'react';
import { editionName, gamesOf, type Hosted } from '../../app/games.ts';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { navigate } from '../../app/navigation.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useAsked, useDeed } from '../../app/useAsked.ts';
import { Form } from '../../ui/forms.tsx';
import { Share } from '../../ui/Share.tsx';
import { TOURNAMENTS } from './texts.ts';

interface Address {
  readonly id: string;
  readonly code?: string | undefined;
  readonly round?: number | undefined;
}

/** Of one tournament, or of a round of it. */
export function hrefOf({ id, code, round }: Address): string {
  const more = { ...(code !== undefined && { code }), ...(round !== undefined && { round: String(round) }) };
  return `${PAGES.tournaments}?${new URLSearchParams({ id, ...more })}`;
}

const KINDS = Object.keys(TOURNAMENTS.en.kinds) as readonly TournamentWish['kind'][];
/** Some games have fewer; the server says so. */
const SEATS = [2, 3, 4, 5, 6];
const HOUR_MS = 60 * 60_000;
const LONGEST_NAME = 60;

export function Making() {
  const texts = useTexts(TOURNAMENTS);
  const { client } = usePlayer();
  const { value: games } = useAsked(useCallback(() => gamesOf(client), [client]));
  const { isBusy, error, run } = useDeed();
  const make = (said: (field: string) => string) =>
    run(async () => {
      const { tournament } = await client.tournaments.create(wishIn(said, games ?? []));
      navigate(hrefOf({ id: tournament }));
    });
  if (games === undefined) return null;
  return (
    <details className="card making">
      <summary>{texts.make}</summary>
      <Form send={make} className="line adding">
        <label>
          <small>{texts.name}</small>
          <input name="name" required maxLength={LONGEST_NAME} autoComplete="off" />
        </label>
        <Choices games={games} />
        <label>
          <small>{texts.when}</small>
          <input name="when" type="datetime-local" required defaultValue={localTime(Date.now() + HOUR_MS)} />
        </label>
        <label>
          <input name="private" type="checkbox" /> {texts.private}
        </label>
        <button type="submit" className="main" disabled={isBusy}>
          {texts.make}
        </button>
        {error && <Problem error={error} />}
      </Form>
    </details>
  );
}

function Choices({ games }: { readonly games: readonly Hosted[] }) {
  const texts = useTexts(TOURNAMENTS);
  const { words } = useLanguage();
  const editions = games.flatMap((game) => game.presets.map(({ id }) => id));
  return (
    <>
      <label>
        <small>{texts.kind}</small>
        <select className="field" name="kind" defaultValue="swiss">
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {texts.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <small>{texts.game}</small>
        <select className="field" name="preset">
          {editions.map((preset) => (
            <option key={preset} value={preset}>
              {editionName(words, preset)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <small>{texts.seats}</small>
        <select className="field" name="seats">
          {SEATS.map((seats) => (
            <option key={seats} value={seats}>
              {seats}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function wishIn(said: (field: string) => string, games: readonly Hosted[]): TournamentWish {
  const preset = said('preset');
  return {
    name: said('name'),
    kind: said('kind') as TournamentWish['kind'],
    game: games.find((game) => game.presets.some(({ id }) => id === preset))?.id ?? '',
    preset,
    seats: Number(said('seats')),
    startsAt: new Date(said('when')).getTime(),
    visibility: said('private') === 'on' ? 'private' : 'public',
  };
}

/** As the field wants it: in the time of the person, without seconds. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface SteeringProps {
  readonly of: TournamentView;
  readonly onDone: () => void;
}

/** For who has made it. To end it is final, and asks once more. */
export function Steering({ of: { tournament, status, isPaused, code }, onDone }: SteeringProps) {
  const texts = useTexts(TOURNAMENTS);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [isEnding, setEnding] = useState(false);
  const steer = (to: TournamentStep) => (
    <button
      type="button"
      disabled={isBusy}
      onClick={() => run(() => client.tournaments.steer(tournament, to).then(onDone))}
    >
      {texts.steps[to]}
    </button>
  );
  return (
    <section className="card" aria-label={texts.yours}>
      <p>{texts.yours}</p>
      {code !== undefined && (
        <Share link={new URL(hrefOf({ id: tournament, code }), location.origin).href} label={texts.invite} />
      )}
      <div className="others">
        {status === 'open' && steer('begin')}
        {status === 'running' && steer(isPaused ? 'go-on' : 'pause')}
        {isEnding ? (
          steer('end')
        ) : (
          <button type="button" className="quiet" onClick={() => setEnding(true)}>
            {texts.toEnd}
          </button>
        )}
        {error && <Problem error={error} />}
      </div>
    </section>
  );
}
