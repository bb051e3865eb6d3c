/** What the person has asked for; nothing until then. */
import { type Setting, setting } from '../app/setting.ts';

const flag = (name: string): Setting<boolean> =>
  setting(name, { read: (text) => text === 'on', write: (isOn) => (isOn ? 'on' : 'off') });

export const SOUNDS: Setting<boolean> = flag('flower-war-sounds');
export const NOTICES: Setting<boolean> = flag('flower-war-notices');
