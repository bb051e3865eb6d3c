/** One connection to PostgreSQL, for work that is no operation of a server. */
import pg from 'pg';
import { UnfitDatabase } from './unfitDatabase.ts';

/** `user` names the program to those who look at the connections of the database. */
export async function connectTo(url: string, user: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: user });
  await client.connect().catch((cause: Error) => {
    throw new UnfitDatabase(
      `The database ${nameOf(url)} does not answer (${cause.message}). Start it, or correct the url.`,
      { cause },
    );
  });
  // The query that runs when the connection breaks fails by itself.
  client.on('error', () => {});
  return client;
}

/** A url without what is secret. */
export function nameOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
