import { useLanguage } from '../../app/language.tsx';
import type { TableProps } from '../../moves/tableProps.ts';
import { aboutThing } from '../../tables/aboutThing.ts';

interface Props extends Pick<TableProps, 'game' | 'view' | 'seat' | 'speech'> {
  readonly pick: NonNullable<TableProps['chosen']>;
  readonly isAlone: boolean;
}

/** What was tapped; explained if no move is about it. */
export function Thing({ pick, isAlone, speech, ...seen }: Props) {
  const { words, texts } = useLanguage();
  const { title, lines } = aboutThing(seen, pick, { words, texts, speech });
  return (
    <span role="status">
      <b>{title}</b> {isAlone && lines.join(' ')}
    </span>
  );
}
