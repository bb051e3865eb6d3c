import { useLanguage, useTexts } from '../../app/language.tsx';
import { gameName } from '../../app/names.ts';
import { seatName } from '../../moves/seatNames.ts';
import type { Check } from './checks.ts';
import type { Facts } from './facts.ts';
import { PROOF } from './texts.ts';
import type { Shown } from './useProof.ts';

interface Props {
  readonly check: Check;
  readonly proved: Shown;
}

/** What a check was made from. */
export function Grounds({ check, proved: { verdict, facts, isOwnKey, summary } }: Props) {
  const { words } = useLanguage();
  const texts = useTexts(PROOF);
  switch (check) {
    case 'whole':
      return verdict.ok ? <p>{texts.sizes(verdict.entries, verdict.moves)}</p> : null;
    case 'signed':
      return verdict.ok ? (
        <>
          <Bytes name={texts.key} bytes={verdict.signedBy} />
          {isOwnKey !== undefined && <p>{isOwnKey ? texts.ownKey : texts.strangeKey}</p>}
        </>
      ) : null;
    case 'committed':
      return facts === undefined ? null : <Dice facts={facts} summary={summary} />;
    case 'played':
      return facts === undefined ? null : <p>{texts.rules(gameName(words, facts.game), facts.rulesVersion)}</p>;
  }
}

interface DiceProps {
  readonly facts: Facts;
  readonly summary: Shown['summary'];
}

function Dice({ facts: { game, commitment, secret, added }, summary }: DiceProps) {
  const { words } = useLanguage();
  const called = (seat: number) => summary?.seats[seat]?.name ?? seatName({ game, view: {} }, seat, words);
  const texts = useTexts(PROOF);
  return (
    <>
      <Bytes name={texts.commitment} bytes={commitment} />
      {secret !== undefined && <Bytes name={texts.secret} bytes={secret} />}
      <p>{added.length === 0 ? texts.noneAdded : texts.someAdded}</p>
      {added.map(({ seat, bytes }) => (
        <Bytes key={seat} name={texts.added(called(seat))} bytes={bytes} />
      ))}
    </>
  );
}

function Bytes({ name, bytes }: { readonly name: string; readonly bytes: string }) {
  return (
    <p className="bytes">
      {name} <code>{bytes}</code>
    </p>
  );
}
