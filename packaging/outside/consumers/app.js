/** The entry of an app that Metro bundles: it waits for no promise at its top, because React Native cannot. */
import { playMatch } from './playMatch.js';
import { proveMatch } from './proveMatch.js';

globalThis.playAndProve = async (url) => proveMatch(await playMatch({ url }));
