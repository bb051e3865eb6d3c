import { type Setting, setting } from '../../app/setting.ts';

/** Whether costly and final moves ask once more. */
export const CAUTION: Setting<boolean> = setting('flower-war-caution', {
  read: (text) => text !== 'off',
  write: (isCautious) => (isCautious ? 'on' : 'off'),
});
