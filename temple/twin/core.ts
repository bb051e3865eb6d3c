/** The simulated temple without a broker's connection of its own, so that a web page can use it too. */

export * from '../shared/debounce.ts';
export * from './device/beam.ts';
export {
  BUILD,
  type Build,
  type Device,
  type Input,
  newDevice,
  OFFLINE,
  type Outgoing,
  ramOf,
} from './device/device.ts';
export * from './device/display.ts';
export { blankFlash, FLASH_KINDS, type Flash, type FlashKind, type SavedTotals } from './device/flash.ts';
export { between, pick, type Random, seeded, whole } from './device/seededRandom.ts';
export * from './device/simulation.ts';
export * from './network/network.ts';
export { type PowerCut, Twin } from './network/twin.ts';
