/** In the package the page is built already: this tells the process that asks where it lies. */
import { fileURLToPath } from 'node:url';
import { placeOf } from './programPlace.ts';

const folder = fileURLToPath(placeOf('web/page'));
if (process.send === undefined) console.log(folder);
else process.send({ folder }, () => process.exit(0));
