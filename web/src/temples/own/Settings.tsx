import type { OwnTemple, TempleSettings } from '@flower-war/client';
import type { FormEvent } from 'react';
import { Problem } from '../../app/Problem.tsx';
import { useTexts } from '../../app/language.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useDeed } from '../../app/useAsked.ts';
import { OWN } from './texts.ts';

/** What a temple uses where its owner has chosen nothing. */
const USUAL = { light: 60, debounceMs: 40 } as const;

export function Settings({
  temple: { temple, name, settings },
  refresh,
}: {
  readonly temple: OwnTemple;
  readonly refresh: () => void;
}) {
  const { client } = usePlayer();
  const { settings: texts } = useTexts(OWN);
  const { isBusy, isDone, error, run } = useDeed();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = settingsIn(new FormData(event.currentTarget));
    run(() => client.temples.set(temple, wanted).finally(refresh));
  };
  const { light = USUAL.light, debounceMs = USUAL.debounceMs, swapped = false } = settings;
  return (
    <details>
      <summary>{texts.title}</summary>
      <form onSubmit={save} className="settings">
        <label>
          {texts.name}
          <input name="name" defaultValue={name} maxLength={32} required autoComplete="off" />
        </label>
        <label>
          {texts.light}
          <input name="light" type="number" inputMode="numeric" min={0} max={100} defaultValue={light} required />
        </label>
        <label>
          {texts.debounce}
          <input
            name="debounce"
            type="number"
            inputMode="numeric"
            min={0}
            max={1000}
            defaultValue={debounceMs}
            required
          />
          <small>{texts.debounceAbout}</small>
        </label>
        <label className="tick">
          <input name="swapped" type="checkbox" defaultChecked={swapped} />
          {texts.swapped}
        </label>
        <button type="submit" disabled={isBusy}>
          {texts.save}
        </button>
        {isDone && <p role="status">{texts.saved}</p>}
        {error && <Problem error={error} />}
      </form>
    </details>
  );
}

function settingsIn(form: FormData): TempleSettings {
  return {
    name: String(form.get('name')).trim(),
    light: Number(form.get('light')),
    debounceMs: Number(form.get('debounce')),
    swapped: form.get('swapped') !== null,
  };
}
