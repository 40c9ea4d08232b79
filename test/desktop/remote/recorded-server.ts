import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { operations } from '../../../shared/operations.ts'

type Name = keyof typeof operations

/** What a server of an earlier version answered over tRPC. */
export type Recording = {
  /** Of each query that it knows, by its name. */
  readonly values: Readonly<Partial<Record<Name, unknown>>>
  readonly unknownProcedure: object
  /** Its refusal of a member that it does not know, where one was asked for. */
  readonly unknownMember?: object
}

const read = (file: string): Recording => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))

/** Before rotations named what they retried, lists had pages, and the report had contracts. */
export const beforePages = read('older-answers.json')
/** Before more than tenants and custodians could be disabled, and before tokens had owners. */
export const beforeDisabling = read('answers-before-disabling.json')

export type RecordedServer = AsyncDisposable & {
  readonly url: string
  /** What was asked for so far, in this order. */
  readonly asked: string[]
}

/** Answers as the recorded server did. */
export async function startRecordedServer({
  values,
  unknownProcedure,
  unknownMember,
}: Recording): Promise<RecordedServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://older')
    const path = pathname.replace('/trpc/', '')
    const isRefused = unknownMember && searchParams.get('input')?.includes('contracts')
    const value = values[path as Name]
    asked.push(path)
    const send = (status: number, body: object | undefined) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (isRefused) send(400, unknownMember)
    else if (value === undefined) send(404, unknownProcedure)
    else send(200, { result: { data: value } })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
