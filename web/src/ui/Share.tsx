import { useState } from 'react';
import { useLanguage } from '../app/language.tsx';

interface Props {
  readonly link: string;
  /** What the link leads to. */
  readonly title: string;
}

/** A link for other people: sent by the device if it can, copied by the browser if it may, or else copied by hand. */
export function Share({ link, title }: Props) {
  const { texts } = useLanguage();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(link).then(() => setCopied(true));
  // A person who closes the sheet of the device has changed their mind.
  const send = () => void navigator.share({ title, url: link }).catch(() => {});
  return (
    <div className="share">
      <label>
        {title}
        <input readOnly value={link} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      {'share' in navigator ? (
        <button type="button" onClick={send}>
          {texts.past.send}
        </button>
      ) : (
        isSecureContext && (
          <button type="button" onClick={copy}>
            {isCopied ? texts.past.copied : texts.past.copy}
          </button>
        )
      )}
    </div>
  );
}
