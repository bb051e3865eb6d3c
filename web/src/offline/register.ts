/** Asks the browser to keep the page for when the network is gone. It is loaded last, when the page has nothing else to do. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('/sw.js');
    if (isInstalled()) await keepGames();
  } catch {} // a browser may forbid it; the page needs the network then
  addEventListener('appinstalled', () => void keepGames());
}

/** Who has the page as an app may want to play where there is no network. */
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

async function keepGames(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('games');
}
