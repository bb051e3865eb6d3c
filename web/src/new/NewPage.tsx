import type { OptionValue } from '@flower-war/client';
import { late } from '@flower-war/board/drawing';
import { byLevel } from '@flower-war/words';
import { Suspense, useCallback, useId, useState } from 'react';
import { Coming, Problem, useAsked, useDeed } from '../app/asked.tsx';
import {
  botLabel,
  editionName,
  gameName,
  goalOf,
  lengthName,
  useLanguage,
  useTexts,
  useTitle,
} from '../app/language.tsx';
import { gamesOf, type Hosted, usePlayer } from '../app/player.tsx';
import { Link, matchHref, rulesHref, useQuery } from '../app/navigation.tsx';
import { PAGES } from '@flower-war/protocol/pages';
import { Choice, Button } from '../ui/forms.tsx';
import {
  type Draft,
  matchOf,
  measuredOf,
  optionIn,
  type OptionSpec,
  presetOptions,
  type TableDraft,
  usualDraft,
  withOption,
  withTwoPeople,
} from './draft.ts';
import { NEW } from './texts.ts';
import { Card, Opening } from '../ui/controls.tsx';
import './new.css';

const ReadyBots = late(async () => (await import('./ReadyBots.tsx')).ReadyBots);

/** A match with all that a host can choose. The lobby has a shorter way for most people. */
export function NewPage() {
  const { title } = useTexts(NEW);
  const { client } = usePlayer();
  const wanted = useQuery('game');
  const { value: games, ...asked } = useAsked(useCallback(() => gamesOf(client), [client]));
  const first = games?.find(({ id }) => id === wanted) ?? games?.[0];
  useTitle(title);
  return (
    <main className="page new">
      <h1>{title}</h1>
      {games === undefined && <Coming of={asked} />}
      {games && first && <Plan games={games} first={first} />}
    </main>
  );
}

function Plan({ games, first }: { readonly games: readonly Hosted[]; readonly first: Hosted }) {
  const told = useTexts(NEW);
  const { words, texts } = useLanguage();
  const isChallenge = useQuery('to') !== undefined;
  const [game, setGame] = useState(first);
  const usual = (one: Hosted) => (isChallenge ? { ...usualDraft(one), seats: one.seats[0] } : usualDraft(one));
  const [chosen, setDraft] = useState(() => usual(first));
  const draft = isChallenge ? withTwoPeople(chosen) : chosen;
  const choose = (id: string) => {
    const wanted = games.find((one) => one.id === id) ?? first;
    setGame(wanted);
    setDraft(usual(wanted));
  };
  const presets: readonly string[] = game.presets.map(({ id }) => id);
  return (
    <>
      <section className="card">
        <Choice
          title={told.game}
          values={games.map(({ id }) => id as string)}
          chosen={game.id as string}
          name={(id) => gameName(words, id)}
          choose={choose}
        />
        <p className="goal">{goalOf(words, game.id)}</p>
        {presets.length > 1 && (
          <Choice
            title={told.edition}
            values={presets}
            chosen={draft.preset}
            name={(id) => editionName(words, id)}
            choose={(preset) => setDraft({ ...draft, preset, options: {} })}
          />
        )}
        <Differences game={game} preset={draft.preset} />
        <Link to={rulesHref(draft.preset)}>{texts.rules}</Link>
      </section>
      <Sizes game={game} draft={draft} change={setDraft} />
      <Start game={game} draft={draft} />
      {!isChallenge && (
        <Opening title={told.ready} className="card">
          <Suspense>
            <ReadyBots key={game.id} game={game.id} />
          </Suspense>
        </Opening>
      )}
      <Balance game={game} draft={draft} />
      <details className="card">
        <summary>{told.more}</summary>
        <TableManners table={draft.table} change={(table) => setDraft({ ...draft, table })} />
      </details>
      <Rules game={game} draft={draft} change={setDraft} />
    </>
  );
}

interface PartProps {
  readonly game: Hosted;
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
}

/** How many play, against how many bots, and how long. */
function Sizes({ game, draft, change }: PartProps) {
  const told = useTexts(NEW);
  const { words } = useLanguage();
  const isChallenge = useQuery('to') !== undefined;
  const [least, most] = game.seats;
  const length = game.options.find(({ name }) => name === 'length');
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <section className="card wishes">
      <Choice
        title={told.seats}
        values={from(least, most)}
        chosen={draft.seats}
        name={String}
        choose={(seats) => change({ ...draft, seats, bots: Math.min(draft.bots, seats - 1) })}
      />
      {!isChallenge && (
        <Choice
          title={told.bots}
          values={from(0, draft.seats - 1)}
          chosen={draft.bots}
          name={String}
          choose={(bots) => change({ ...draft, bots })}
        />
      )}
      {draft.bots > 0 && (
        <Choice
          title={told.strength}
          values={byLevel<string>(game.bots)}
          chosen={draft.bot}
          name={(bot) => botLabel(words, game, bot)}
          choose={(bot) => change({ ...draft, bot })}
        />
      )}
      {length?.type === 'choice' && (
        <Choice
          title={told.length}
          values={length.values}
          chosen={String(optionIn(game, draft, length))}
          name={(value) => lengthName(words, value)}
          choose={(value) => change(withOption(game, draft, length, value))}
        />
      )}
    </section>
  );
}

function Start({ game, draft }: Omit<PartProps, 'change'>) {
  const told = useTexts(NEW);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const challenged = useQuery('to');
  const wanted = matchOf(game, draft);
  const start = () =>
    run(async (go) => {
      if (challenged === undefined) return go(matchHref((await client.create<string>(wanted)).match));
      await client.people.challenge(challenged, wanted);
      go(PAGES.me);
    });
  return (
    <>
      <Button
        className="main wide"
        disabled={isBusy}
        onClick={start}
        text={challenged !== undefined ? told.challenge : draft.bots === draft.seats - 1 ? told.playNow : told.go}
      />
      {error && <Problem error={error} />}
    </>
  );
}

/** How even a match is, how often no player wins, and how long it takes: as measured, in words. */
function Balance({ game, draft }: { readonly game: Hosted; readonly draft: Draft }) {
  const { balance } = useTexts(NEW);
  const measured = measuredOf(game, draft);
  if (measured === undefined) return null;
  const { shares, unwon, rounds, choices } = measured;
  return (
    <Card title={balance.title} className="card balance">
      <ul className="sentences">
        <li>{balance.shares(shares.map(Math.round), Math.round(100 / shares.length))}</li>
        <li>{balance.unwon(Math.round(unwon))}</li>
        <li>{balance.length(rounds, Math.round(choices))}</li>
      </ul>
      <small>{balance.source}</small>
    </Card>
  );
}

/** An edition in sentences: what it does in another way than the first one. */
function Differences({ game, preset }: { readonly game: Hosted; readonly preset: string }) {
  const { words } = useLanguage();
  const { differs, usual } = useTexts(NEW);
  const options = Object.entries(presetOptions(game, preset));
  if (options.length === 0) return <p>{usual}</p>;
  return (
    <div>
      <p>{differs}</p>
      <ul className="sentences">
        {options.map(([name, value]) => (
          <li key={name}>{words.option(game.id, name, value).value}</li>
        ))}
      </ul>
    </div>
  );
}

/** Every rule of the game that a host can change, each value in a sentence. */
function Rules({ game, draft, change }: PartProps) {
  const told = useTexts(NEW);
  const specs = game.options.filter(({ name }) => name !== 'length');
  const changed = specs.filter(({ name }) => draft.options[name] !== undefined).length;
  return (
    <details className="card">
      <summary>
        {told.rules(specs.length)} {changed > 0 && <small>{told.changed(changed)}</small>}
      </summary>
      {changed > 0 && <Button onClick={() => change({ ...draft, options: {} })} text={told.asBefore} />}
      <div className="manners">
        {specs.map((spec) => (
          <Rule
            key={spec.name}
            game={game}
            spec={spec}
            value={optionIn(game, draft, spec)}
            choose={(value) => change(withOption(game, draft, spec, value))}
          />
        ))}
      </div>
    </details>
  );
}

function Rule({
  game,
  spec,
  value,
  choose,
}: {
  readonly game: Hosted;
  readonly spec: OptionSpec;
  readonly value: OptionValue;
  readonly choose: (value: OptionValue) => void;
}) {
  const { words } = useLanguage();
  const id = useId();
  const { title, value: sentence } = words.option(game.id, spec.name, value);
  return (
    <div className="rule-choice">
      <label htmlFor={id}>{title}</label>
      {spec.type === 'integer' ? (
        <>
          <Count id={id} spec={spec} value={Number(value)} choose={choose} />
          <small>{sentence}</small>
        </>
      ) : (
        <select
          className="field"
          id={id}
          value={String(value)}
          onChange={({ currentTarget }) => choose(valueIn(spec, currentTarget.value))}
        >
          {valuesOf(spec).map((one) => (
            <option key={String(one)} value={String(one)}>
              {words.option(game.id, spec.name, one).value}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** A number that the rules do not allow is not taken. */
function Count({
  id,
  spec: { min, max, step = 1 },
  value,
  choose,
}: {
  readonly id: string;
  readonly spec: Extract<OptionSpec, { readonly type: 'integer' }>;
  readonly value: number;
  readonly choose: (value: number) => void;
}) {
  const { number } = useTexts(NEW);
  return (
    <input
      id={id}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={step}
      defaultValue={value}
      key={value}
      title={number(min, max)}
      onChange={({ currentTarget }) => currentTarget.validity.valid && choose(currentTarget.valueAsNumber)}
    />
  );
}

const valuesOf = (spec: OptionSpec): readonly OptionValue[] => (spec.type === 'choice' ? spec.values : [true, false]);
const valueIn = (spec: OptionSpec, text: string): OptionValue => (spec.type === 'flag' ? text === 'true' : text);

/** What the host chooses beside the rules: time, privacy, talk, absence, habits. */
function TableManners({ table, change }: { readonly table: TableDraft; readonly change: (table: TableDraft) => void }) {
  const told = useTexts(NEW);
  const choice = <Name extends Chosen>(name: Name, called: Readonly<Record<TableDraft[Name], string>>) => (
    <Choice
      title={told[name]}
      values={Object.keys(called) as TableDraft[Name][]}
      chosen={table[name]}
      name={(value) => called[value]}
      choose={(value) => change({ ...table, [name]: value })}
    />
  );
  const tick = (name: 'approval' | 'fills' | 'programs' | 'rated' | 'vacation') => (
    <label className="switch">
      <input type="checkbox" checked={table[name]} onChange={() => change({ ...table, [name]: !table[name] })} />
      {told[name]}
    </label>
  );
  return (
    <div className="manners">
      {choice('clock', told.clocks)}
      {table.clock === 'days' && tick('vacation')}
      {choice('visibility', told.visibilities)}
      {tick('approval')}
      {tick('fills')}
      {tick('programs')}
      {choice('watching', told.watchings)}
      {choice('talk', told.talks)}
      {choice('absence', told.absences)}
      {choice('habits', told.paces)}
      {tick('rated')}
    </div>
  );
}

type Chosen = 'clock' | 'visibility' | 'watching' | 'talk' | 'absence' | 'habits';
