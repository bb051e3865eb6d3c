import { lazy, Suspense, useState } from 'react';
import { useLanguage } from '../app/language.tsx';

/** Drawing codes is not needed for the first match. */
const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

interface Props {
  readonly link: string;
  readonly label: string;
}

/**
 * A link for other people: to copy, to send, to scan. Browsers copy and send only from pages that came by https or from
 * this machine. Everywhere else people copy by hand, or scan.
 */
export function ShareLink({ link, label }: Props) {
  const { texts } = useLanguage();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => {},
    );
  const share = () => void navigator.share({ title: document.title, url: link }).catch(() => {});
  return (
    <div className="invite">
      <label>
        {label}
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      {isSecureContext && (
        <p className="others">
          <button type="button" onClick={copy}>
            {isCopied ? texts.seat.copied : texts.seat.copy}
          </button>
          {'share' in navigator && (
            <button type="button" onClick={share}>
              {texts.seat.share}
            </button>
          )}
        </p>
      )}
      <Suspense>
        <QrCode text={link} label={texts.seat.scan} />
      </Suspense>
      <small>{texts.seat.scan}</small>
    </div>
  );
}
