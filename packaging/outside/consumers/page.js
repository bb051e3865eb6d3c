/** A web page: the part of its address after `#` is the address of a server. Its title tells how it ended. */
import { playMatch } from './playMatch.js';
import { proveMatch } from './proveMatch.js';

try {
  document.title = await proveMatch(await playMatch({ url: location.hash.slice(1) }));
} catch (error) {
  document.title = `failed: ${error}`;
}
