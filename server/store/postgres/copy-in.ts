import { once } from 'node:events'
import pg from 'pg'

/** Lines, each with a line feed at its end, in pieces of any size. */
export type CopyChunks = AsyncIterable<string> | Iterable<string>

const special: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const anySpecial = /[\\\t\n\r]/

/** Text as a cell of a line in the text format of `COPY`, where the cell `\N` is NULL. */
export const copyCell = (text: string): string =>
  anySpecial.test(text) ? text.replace(/[\\\t\n\r]/g, (found) => special[found] ?? '') : text

/** What pg has for COPY, and its types do not name. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/**
 * Runs `COPY ... FROM STDIN` with chunks of lines. Nothing else may be asked of the connection until it has ended. Rejects
 * with what the server, the connection or the chunks failed with; the chunks are read no further then.
 */
export function copyInto(client: pg.ClientBase, sql: string, chunks: CopyChunks): Promise<void> {
  const ended = new AbortController()
  let sending: Promise<unknown> = Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const query = new pg.Query(sql, (refusal) => {
      ended.abort()
      // Where the chunks failed, the server says only that.
      void sending.then((fault) => (fault || refusal ? reject(fault ?? refusal) : resolve()))
    })
    const handleCopyInResponse = (connection: CopyConnection) => {
      sending = send(chunks, connection, ended.signal).then(
        () => null,
        (fault: unknown) => {
          connection.sendCopyFail('the rows could not be read')
          return fault
        },
      )
    }
    client.query(Object.assign(query, { handleCopyInResponse }))
  })
}

async function send(chunks: CopyChunks, connection: CopyConnection, ended: AbortSignal): Promise<void> {
  for await (const chunk of chunks) {
    if (ended.aborted) return
    connection.sendCopyFromChunk(Buffer.from(chunk))
    const { stream } = connection
    if (stream.writableNeedDrain) await once(stream, 'drain', { signal: ended }).catch(() => {})
  }
  if (!ended.aborted) connection.endCopyFrom()
}
