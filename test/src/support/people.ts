import { FlowerWarClient } from '@flower-war/client';

/** Somebody who is signed in. */
export async function person(url: string, name: string): Promise<FlowerWarClient> {
  const client = new FlowerWarClient({ url });
  await client.signIn(name);
  return client;
}
