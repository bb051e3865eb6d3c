/** The styles of all elements on a page: one sheet that they share, and one more for the dark. */
import dark from '../dark.css?raw';

interface Sheets {
  readonly all: CSSStyleSheet;
  readonly dark: CSSStyleSheet;
  /** The same where the system is dark. */
  readonly followsSystem: CSSStyleSheet;
}

let made: Sheets | undefined;
let told = '';

/** A program on a server may load this, and has no style sheets. */
function sheets(): Sheets {
  made ??= {
    all: filled(new CSSStyleSheet(), told),
    dark: filled(new CSSStyleSheet(), dark),
    followsSystem: filled(new CSSStyleSheet({ media: '(prefers-color-scheme: dark)' }), dark),
  };
  return made;
}

function filled(sheet: CSSStyleSheet, text: string): CSSStyleSheet {
  sheet.replaceSync(text);
  return sheet;
}

/**
 * What a part of the board brings. A part that is loaded late adds to what is shown already.
 * @public The build makes a call of each sheet.
 */
export function addStyles(text: string): void {
  told += text;
  made?.all.replaceSync(told);
}

export function dress(root: ShadowRoot, theme: string | null): void {
  const { all, dark, followsSystem } = sheets();
  if (theme === 'light') root.adoptedStyleSheets = [all];
  else root.adoptedStyleSheets = [all, theme === 'dark' ? dark : followsSystem];
}
