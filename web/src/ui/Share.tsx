import { Suspense, useState } from 'react';
import { useLanguage } from '../app/language.tsx';
import { late } from '../app/late.ts';

interface ShareProps {
  readonly link: string;
  /** What the link leads to. */
  readonly label: string;
}

/**
 * A link for other people, to send or to copy. Browsers do both only on pages that came by https or from this machine.
 * Everywhere else people copy it by hand.
 */
export function Share({ link, label }: ShareProps) {
  const { texts } = useLanguage();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => {},
    );
  // A person who closes the sheet of the device has changed their mind.
  const send = () => void navigator.share({ title: label, url: link }).catch(() => {});
  return (
    <div className="share">
      <label>
        {label}
        <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      {isSecureContext && (
        <button type="button" onClick={copy}>
          {isCopied ? texts.seat.copied : texts.seat.copy}
        </button>
      )}
      {'share' in navigator && (
        <button type="button" onClick={send}>
          {texts.seat.share}
        </button>
      )}
    </div>
  );
}

/** Drawing codes is not needed for the first match. */
const QrCode = late(async () => (await import('./QrCode.tsx')).QrCode);

/** A link for other people: to copy, to send, to scan. */
export function ShareLink({ link, label }: { readonly link: string; readonly label: string }) {
  const { texts } = useLanguage();
  return (
    <div className="invite">
      <Share link={link} label={label} />
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={link} label={texts.seat.scan} />
      </Suspense>
      <small>{texts.seat.scan}</small>
    </div>
  );
}
