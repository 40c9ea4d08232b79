import pg from 'pg'

/** One connection to a database, for what no store would do. */
export type Client = AsyncDisposable & { run(sql: string): Promise<pg.QueryResult> }

export async function connect(url: string): Promise<Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return { run: (sql) => client.query(sql), [Symbol.asyncDispose]: () => client.end() }
}
