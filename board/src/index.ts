/** `<flower-war-board>`: a board of Flower War and its sister games on any page. */
import type { Words } from '@flower-war/words';
import { english, loadWords } from '@flower-war/words';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import './base.css';
import './palette.css';
import './element/element.css';
import { Screen } from './element/Screen.tsx';
import type { Source, Tell } from './element/source.ts';
import { sheetsIn } from './element/sheets.ts';
import { dress } from './element/styles.ts';
import type { BoardPosition, BoardRecord, FlowerWarBoard as Known } from './public.ts';

export type { BoardCard, BoardEvents, BoardPosition, BoardRecord, BoardStep } from './public.ts';

/** Its address without a slash at the end: of the page itself, if none is named. */
function serverAt(named: string | null): string {
  const server = named || location.origin;
  return (URL.canParse(server, location.href) ? new URL(server, location.href).href : server).replace(/\/+$/, '');
}

/** The page may be around the shadow of another element, in which this one stands. */
function languageAround(element: Element): string | undefined {
  const around = element.getRootNode();
  const named = element.closest('[lang]')?.getAttribute('lang') || undefined;
  return named ?? (around instanceof ShadowRoot ? languageAround(around.host) : undefined);
}

/** A program on a server may load this file, and has no elements. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const NOTHING: Source = { kind: 'nothing' };

/** A live match, a replay, or a position. Attributes: `server`, `match`, `token`, `record`, `lang`, `theme`. */
export class FlowerWarBoard extends Base implements Pick<Known, 'position' | 'record' | 'token'> {
  static readonly observedAttributes = ['server', 'match', 'token', 'record', 'lang', 'theme'];
  private given: { readonly position?: unknown; readonly record?: unknown; readonly token?: string } = {};
  private source: Source = NOTHING;
  private words: Words = english;
  private locale = '';
  private root: Root | undefined;
  private place: HTMLElement | undefined;
  private addressOf: ReturnType<typeof sheetsIn> | undefined;
  private isDue = false;

  /** A position as plain JSON. It is shown in place of all else. */
  get position(): BoardPosition | undefined {
    return this.given.position as BoardPosition | undefined;
  }

  set position(position: BoardPosition | undefined) {
    this.take({ position });
  }

  /** The steps of a match as plain JSON, or the address at which they lie. */
  get record(): BoardRecord | string | undefined {
    return (this.given.record || this.getAttribute('record') || undefined) as BoardRecord | string | undefined;
  }

  set record(record: BoardRecord | string | undefined) {
    this.take({ record });
  }

  /** The token of a player, who then plays in their own seat. As a property it does not stand in the page. */
  get token(): string | undefined {
    return this.given.token || this.getAttribute('token') || undefined;
  }

  set token(token: string | undefined) {
    this.take({ token });
  }

  connectedCallback(): void {
    // A framework may have set properties before the element was known.
    for (const name of ['position', 'record', 'token'] as const) this.adopt(name);
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.addressOf ??= sheetsIn(shadow);
    if (this.root === undefined) {
      this.place = document.createElement('div');
      shadow.append(this.place);
      this.root = createRoot(this.place);
    }
    dress(shadow, this.getAttribute('theme'));
    this.source = this.sourceNow();
    void this.speak();
    this.draw();
  }

  disconnectedCallback(): void {
    this.root?.unmount();
    this.root = undefined;
    this.place?.remove();
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.isConnected || this.shadowRoot === null) return;
    if (name === 'theme') dress(this.shadowRoot, this.getAttribute('theme'));
    else if (name === 'lang') void this.speak();
    else this.renew();
  }

  private adopt(name: 'position' | 'record' | 'token'): void {
    if (!Object.hasOwn(this, name)) return;
    const { [name]: value } = this;
    Reflect.deleteProperty(this, name);
    this.take({ [name]: value });
  }

  private take(given: object): void {
    this.given = { ...this.given, ...given };
    if (this.root !== undefined) this.renew();
  }

  /** Several attributes that are set one after the other make one picture. */
  private renew(): void {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      if (this.root === undefined) return;
      this.source = this.sourceNow();
      this.draw();
    });
  }

  private sourceNow(): Source {
    const { record, token } = this;
    const { position } = this.given;
    const match = this.getAttribute('match');
    // A framework that takes a property away sets it to `null`, or to an empty text.
    if (position) return { kind: 'position', given: position };
    if (record !== undefined) return { kind: 'record', given: record };
    if (!match) return NOTHING;
    return { kind: 'match', server: serverAt(this.getAttribute('server')), match, token };
  }

  /** Without the file of a language the board is English. */
  private async speak(): Promise<void> {
    const locale = languageAround(this) ?? navigator.language;
    this.locale = locale;
    const words = await loadWords(locale).catch(() => english);
    if (words === this.words || locale !== this.locale) return; // another language may have been asked for meanwhile
    this.words = words;
    this.draw();
  }

  private draw(): void {
    const { source, words, addressOf, tell } = this;
    if (addressOf === undefined) return;
    this.root?.render(createElement(Screen, { source, words, addressOf, tell }));
  }

  private readonly tell: Tell = (name, detail) => {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  };
}

/** Two copies of this file on a page make one element. */
if (globalThis.customElements?.get('flower-war-board') === undefined)
  globalThis.customElements?.define('flower-war-board', FlowerWarBoard);
