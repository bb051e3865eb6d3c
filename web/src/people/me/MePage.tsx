import { RefusedError } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Device, forgetDevice } from '../../alerts/notices.tsx';
import { Coming, Problem, useAsked, useDeed } from '../../app/asked.tsx';
import { ALL_LANGUAGES, languageName, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, Way } from '../../app/navigation.tsx';
import { usePlayer } from '../../app/player.tsx';
import { Announced, Card } from '../../ui/controls.tsx';
import { Choice, Form, Button, Field } from '../../ui/forms.tsx';
import { MatchList, PenaltyFacts } from '../figures.tsx';
import { Devices, NewCode, Passkeys, ProgramTokens, Recovery, Sessions } from './access.tsx';
import { MyBots } from './bots.tsx';
import { Notices } from './notices.tsx';
import { MyChallenges, MyPeople } from '../Ties.tsx';
import { ME, VACATION } from './texts.ts';
import { PENALTIES } from '../texts.ts';
import '../people.css';

/** The person at the page: name, codes, devices, data, matches. */
export function MePage() {
  const me = useTexts(ME);
  const { words, texts, choose } = useLanguage();
  const { client, session } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.account.me(), [client]));
  const ask = useCallback((page: object) => client.history.mine(page), [client]);
  const [firstCode, setFirstCode] = useState<string>();
  useTitle(me.title);
  const penalties = <MyPenalties isModerator={value?.rights !== undefined} />;
  if (error instanceof RefusedError && error.code === 'banned')
    return (
      <main className="page">
        <h1>{me.title}</h1>
        {penalties}
        <Problem error={error} retry={again} />
      </main>
    );
  return (
    <main className="page">
      <h1>{me.title}</h1>
      {error && <Problem error={error} retry={again} />}
      {penalties}
      <Name again={again} code={firstCode} setCode={setFirstCode} />
      <Card title={me.matches}>
        <MatchList ask={ask} none={texts.lists.noneMine} areOwn />
        <Link to={`${PAGES.player}?id=${session.player}`}>{me.profile}</Link>
      </Card>
      <MyChallenges />
      <MyPeople />
      <Vacation />
      <section className="card">
        <Choice
          title={me.language}
          values={ALL_LANGUAGES}
          chosen={words.language}
          name={languageName}
          choose={choose}
        />
      </section>
      {value && <Recovery hasCode={value.hasRecoveryCode} again={again} onRenewed={() => setFirstCode(undefined)} />}
      <Passkeys />
      <Devices />
      <Sessions />
      <Device />
      <Notices />
      <ProgramTokens />
      <MyBots />
      {value && <InOpenData isNamed={value.showsName === true} again={again} />}
      <Data />
    </main>
  );
}

const DAY_MS = 86_400_000;

/** Time off in matches by days. Nothing where the host of the server gives none. */
function Vacation() {
  const texts = useTexts(VACATION);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.account.vacation(), [client]));
  const { isBusy, isDone, error: failed, run } = useDeed();
  if (value === undefined) return <Coming of={{ error, again }} />;
  if (value.daysAYear === 0) return null;
  const { daysAYear, left, mostDays, until } = value;
  const act = (acting: () => Promise<unknown>) => run(() => acting().finally(again));
  const at = (time: number) =>
    new Date(time).toLocaleString(words.language, { dateStyle: 'medium', timeStyle: 'short' });
  const state = until === undefined ? texts.left(Math.floor(left / DAY_MS), daysAYear) : texts.until(at(until));
  return (
    <Card title={texts.title}>
      <p>{texts.about}</p>
      <p>{state}</p>
      {isDone && <Announced text={state} />}
      {until !== undefined && (
        <Button disabled={isBusy} onClick={() => act(() => client.account.endVacation())} text={texts.end} />
      )}
      {until === undefined && mostDays > 0 && (
        <Form send={(said) => act(() => client.account.beginVacation(Number(said('days'))))} className="line">
          <Field label={texts.days} name="days" type="number" inputMode="numeric" required min={1} max={mostDays} />
          <Button type="submit" disabled={isBusy} text={texts.begin} />
        </Form>
      )}
      {failed && <Problem error={failed} />}
    </Card>
  );
}

/** What the server keeps about the player, and the end of that. */
function Data() {
  const me = useTexts(ME);
  const { client, session } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const download = () =>
    run(async () => saveAs(`${session.player}.json`, JSON.stringify(await client.account.exportData(), null, 2)));
  const end = (act: () => Promise<void>) =>
    run(async (go) => {
      await forgetDevice().catch(() => {}); // a browser that cannot is no reason to stay
      await act(); // then a new guest is signed in
      go(PAGES.home);
    });
  return (
    <Card title={me.data}>
      <p>{me.dataAbout}</p>
      <Button disabled={isBusy} onClick={download} text={me.download} />
      <Sure
        title={me.signOut}
        about={me.sureToSignOut}
        forGood={me.signOutForGood}
        isBusy={isBusy}
        act={() => end(() => client.account.signOutEverywhere())}
      />
      <p>{me.removeAbout}</p>
      <Sure
        title={me.remove}
        about={me.sure}
        forGood={me.removeForGood}
        isBusy={isBusy}
        act={() => end(() => client.account.deleteMe())}
      />
      {error && <Problem error={error} />}
    </Card>
  );
}

/** Whether files of open data have the name of the person. */
function InOpenData({ isNamed, again }: { readonly isNamed: boolean; readonly again: () => void }) {
  const me = useTexts(ME);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const choose = () => run(() => client.account.showName(!isNamed).finally(again));
  return (
    <Card title={me.openData}>
      <p>{me.openDataAbout}</p>
      <label>
        <input type="checkbox" checked={isNamed} disabled={isBusy} onChange={choose} /> {me.showsName}
      </label>
      {error && <Problem error={error} />}
    </Card>
  );
}

/** A step that cannot be taken back is asked for twice. The second button does not lie where the first one lay. */
function Sure({
  title,
  about,
  forGood,
  isBusy,
  act,
}: {
  readonly title: string;
  readonly about: string;
  readonly forGood: string;
  readonly isBusy: boolean;
  readonly act: () => void;
}) {
  const me = useTexts(ME);
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) return <Button className="grave" onClick={() => setAsked(true)} text={title} />;
  return (
    <div role="alert" className="others">
      <p>{about}</p>
      <Button onClick={() => setAsked(false)} text={me.keep} />
      <Button className="grave" disabled={isBusy} onClick={act} text={forGood} />
    </div>
  );
}

function saveAs(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface NameProps {
  readonly again: () => void;
  /** The recovery code that came with the name, until a newer one takes its place. */
  readonly code: string | undefined;
  readonly setCode: (change: (before: string | undefined) => string | undefined) => void;
}

/** The name that other people see. With the first one comes a recovery code. */
function Name({ again, code, setCode }: NameProps) {
  const me = useTexts(ME);
  const { client, session } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [isSaved, setSaved] = useState(false);
  const save = (name: string) => {
    setSaved(false);
    run(async () => {
      const chosen = await client.account.choose(name);
      setCode((before) => chosen.recoveryCode ?? before); // the person may not have written it down yet
      setSaved(true);
      again();
    });
  };
  return (
    <Card title={me.name}>
      <Form send={(said) => save(said('name'))} className="line">
        <Field
          label={me.nameAbout}
          name="name"
          required
          maxLength={24}
          defaultValue={session.name}
          autoComplete="nickname"
          onInput={() => setSaved(false)}
        />
        <Button type="submit" disabled={isBusy} text={isSaved ? me.saved : me.save} />
      </Form>
      {isSaved && <Announced text={me.saved} />}
      {code !== undefined && <NewCode code={code} />}
      {error && <Problem error={error} />}
    </Card>
  );
}

// What moderators and the operator did about the person: why, until when, and the one answer.

const MOST_LETTERS = 1000;

function MyPenalties({ isModerator }: { readonly isModerator: boolean }) {
  const texts = useTexts(PENALTIES);
  const { client } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.account.penalties(), [client]));
  return (
    <>
      {isModerator && <Way to={PAGES.order} text={texts.toOrder} />}
      {error && <Problem error={error} retry={again} />}
      {value && value.length > 0 && (
        <Card title={texts.title}>
          <ul className="sessions">
            {value.map((one) => (
              <li key={one.penalty}>
                <PenaltyFacts of={one} />
                {one.answer === undefined && !one.isOver && <Answer penalty={one.penalty} again={again} />}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Answer({ penalty, again }: { readonly penalty: string; readonly again: () => void }) {
  const texts = useTexts(PENALTIES);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const send = (said: (field: string) => string) =>
    run(() => client.account.answerPenalty(penalty, said('answer')).finally(again));
  return (
    <Form send={send} className="line adding">
      <label>
        <small>{texts.answerAbout}</small>
        <textarea name="answer" required maxLength={MOST_LETTERS} rows={4} />
      </label>
      <Button type="submit" disabled={isBusy} text={texts.answer} />
      {error && <Problem error={error} />}
    </Form>
  );
}
