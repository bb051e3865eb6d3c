/** In the package the page and the documents for players are built already: this tells the process that asks where they lie. */
import { fileURLToPath } from 'node:url';
import { placeOf } from './programPlace.ts';

const folder = fileURLToPath(placeOf('web/page'));
if (process.send === undefined) console.log(folder);
else process.send({ folder, docs: fileURLToPath(placeOf('docs')) }, () => process.exit(0));
