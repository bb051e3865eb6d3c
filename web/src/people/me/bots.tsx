/** The bot accounts of the player: to make, name and delete them, and to make tokens for their programs. */
import { botsOf, type MadeToken, type OwnBot, type Scope } from '@flower-war/client';
import { useCallback, useState } from 'react';
import { Problem, useAsked, useDeed } from '../../app/asked.tsx';
import { useTexts } from '../../app/language.tsx';
import { usePlayer } from '../../app/player.tsx';
import { Button, Field, Form } from '../../ui/forms.tsx';
import { Opening } from '../../ui/controls.tsx';
import { Line } from '../figures.tsx';
import { Secret } from './access.tsx';
import { BOTS } from './texts.ts';

/** Few people have a bot, so that it opens by a tap. */
export function MyBots() {
  const texts = useTexts(BOTS);
  return (
    <Opening title={texts.title} className="card notices">
      <p>{texts.about}</p>
      <Bots />
    </Opening>
  );
}

function Bots() {
  const texts = useTexts(BOTS);
  const { client } = usePlayer();
  const { value: bots, error, again } = useAsked(useCallback(() => botsOf(client).mine(), [client]));
  const { isBusy, error: failed, run } = useDeed();
  const make = (said: (field: string) => string) => run(() => botsOf(client).create(said('bot')).finally(again));
  return (
    <>
      {error && <Problem error={error} retry={again} />}
      <ul className="sessions">
        {bots?.map((bot) => (
          <OneBot key={bot.player} bot={bot} again={again} />
        ))}
      </ul>
      <Form send={make} className="line adding">
        <Field label={texts.name} name="bot" required maxLength={24} autoComplete="off" />
        <Button type="submit" disabled={isBusy} text={texts.make} />
        {failed && <Problem error={failed} />}
      </Form>
    </>
  );
}

/** All that a bot may ever have. */
const SCOPES: readonly Scope[] = ['bot', 'read', 'play', 'lobby'];
const DAYS = 90;

function OneBot({ bot: { player, name }, again }: { readonly bot: OwnBot; readonly again: () => void }) {
  const texts = useTexts(BOTS);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [made, setMade] = useState<MadeToken>();
  const rename = (said: (field: string) => string) =>
    run(() => botsOf(client).rename(player, said('name')).finally(again));
  const make = () =>
    run(async () => setMade(await client.tokens.create({ name, scopes: [...SCOPES], days: DAYS, bot: player })));
  return (
    <>
      <Line text={texts.remove} label={texts.removeOne(name)} act={() => botsOf(client).delete(player).finally(again)}>
        {name}
      </Line>
      <li>
        <Form send={rename} className="line">
          <Field label={texts.rename} name="name" required maxLength={24} defaultValue={name} autoComplete="off" />
          <Button type="submit" disabled={isBusy} aria-label={`${texts.save}: ${name}`} text={texts.save} />
        </Form>
        <Button disabled={isBusy} aria-label={`${texts.token}: ${name}`} onClick={make} text={texts.token} />
        {made && <Secret key={made.token} secret={made.secret} />}
        {error && <Problem error={error} />}
      </li>
    </>
  );
}
