import { useLanguage } from '../../../app/language.tsx';
import { Pawn } from '../Pawn.tsx';
import type { RingProps } from '../ringProps.ts';

/** A battle: who fights, the dice, what is added, and the stake. */
export function Battle({ view, speech }: RingProps) {
  const { words } = useLanguage();
  const { ring } = words.screen;
  const { attacker, defender, attack, attackBonus, attackKeeps, defence, defenceBonus, defenceKeeps, stake, coin } =
    view.battle;
  const [one, other] = [speech.name(attacker), speech.name(defender)];
  return (
    <section className="battle" aria-label={`${ring.battle}: ${one}${ring.attacks}${other}`}>
      <Side
        name={one}
        tribe={view.tribes[attacker]}
        side="attack"
        dice={attack}
        bonus={attackBonus}
        keeps={attackKeeps}
      />
      <Side
        name={other}
        tribe={view.tribes[defender]}
        side="defence"
        dice={defence}
        bonus={defenceBonus}
        keeps={defenceKeeps}
      />
      {(stake !== 0 || coin !== 'none') && (
        <p>
          {stake !== 0 && ring.stake(signed(stake))} {ring.coins[coin].replace(/^, /, '')}
        </p>
      )}
    </section>
  );
}

interface SideProps {
  readonly side: 'attack' | 'defence';
  readonly name: string;
  readonly tribe: RingProps['view']['tribes'][number] | undefined;
  readonly dice: readonly number[];
  readonly bonus: number;
  readonly keeps: 'high' | 'low';
}

function Side({ side, name, tribe, dice, bonus, keeps }: SideProps) {
  const best = keeps === 'high' ? Math.max(...dice) : Math.min(...dice);
  return (
    <p className="fighter">
      <Pawn tribe={tribe} name={name} /> <span className="name">{name}</span>
      {/* Equal dice may lie beside each other, so that only their place tells them apart. */}
      {dice.map((die, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dice are never sorted or taken away
        <i key={place} className={`die${die === best ? ' counts' : ''}`} data-at={`die:${side}:${place}`}>
          {die}
        </i>
      ))}
      {bonus !== 0 && <b>{signed(bonus)}</b>}
    </p>
  );
}

const signed = (n: number): string => (n > 0 ? `+${n}` : `${n}`);
