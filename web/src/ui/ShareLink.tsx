import { lazy, Suspense } from 'react';
import { useLanguage } from '../app/language.tsx';
import { Share } from './Share.tsx';

/** Drawing codes is not needed for the first match. */
const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

interface Props {
  readonly link: string;
  readonly label: string;
}

/** A link for other people: to copy, to send, to scan. */
export function ShareLink({ link, label }: Props) {
  const { texts } = useLanguage();
  return (
    <div className="invite">
      <Share link={link} label={label} />
      <Suspense>
        <QrCode text={link} label={texts.seat.scan} />
      </Suspense>
      <small>{texts.seat.scan}</small>
    </div>
  );
}
