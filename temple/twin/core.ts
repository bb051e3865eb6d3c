/** The simulated device without a socket or a clock: for a page in a browser, too. */
export * from './beam.ts';
export * from './debounce.ts';
export { BUILD, type Build, type Device, type Input, newDevice, type Say } from './device.ts';
export * from './faults.ts';
export { blankFlash, FLASH_KINDS, type Flash, type FlashKind, type Kept } from './flash.ts';
export * from './script.ts';
export { between, pick, type Random, seeded, whole } from './seeded.ts';
export * from './shown.ts';
export * from './world.ts';
