import { FlowerWarClient, type LiveMatch } from '@flower-war/client';

/** The client of a new player who has signed in. */
export async function person(url: string, name: string): Promise<FlowerWarClient> {
  const client = new FlowerWarClient({ url });
  await client.signIn(name);
  return client;
}

/** Ends the socket as a network failure does, without a farewell. */
export function dropSocket(live: LiveMatch): void {
  live['room']?.drop();
}
