import { Component, type ReactNode } from 'react';
import { useLanguage } from './language.tsx';

interface Props {
  readonly children: ReactNode;
}

/** Catches mistakes of the page itself. Only a class can do that in React. */
export class Mishap extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Apology /> : this.props.children;
  }
}

function Apology() {
  const { texts } = useLanguage();
  return (
    <div role="alert" className="problem">
      <p>{texts.failed}</p>
      <button type="button" onClick={() => location.reload()}>
        {texts.reload}
      </button>
    </div>
  );
}
