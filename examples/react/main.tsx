import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no element with the id root');
const url = new URL(location.href).searchParams.get('server') ?? 'http://127.0.0.1:2567';
createRoot(place).render(
  <StrictMode>
    <App url={url} />
  </StrictMode>,
);
