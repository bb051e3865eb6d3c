import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no element with the id root');
createRoot(place).render(<App />);
