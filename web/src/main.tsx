import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no element with the id root');
// The policy of the page forbids the code that zod would make of its schemas.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
createRoot(place).render(<App />);
