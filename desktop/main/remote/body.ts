import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { type Fault, faulty, fine, type Outcome, unreadable } from './fault.ts'
import { networkFault } from './network-fault.ts'

type Response = Pick<Dispatcher.ResponseData, 'headers' | 'body'>

const unpackers = { gzip: createGunzip, br: createBrotliDecompress }

/** The packings that are understood. */
export const acceptedEncodings = Object.keys(unpackers).join(', ')

function unpacked({ headers, body }: Response): Readable | null {
  const encoding = `${headers['content-encoding'] ?? 'identity'}`.toLowerCase()
  if (encoding === 'identity') return body
  if (encoding !== 'gzip' && encoding !== 'br') return null
  return pipeline(body, unpackers[encoding](), () => {}) // errors reach whoever reads
}

type Reading = {
  /** Bytes, once unpacked. */
  readonly most: number
  /** Takes the bytes in their order; a fault ends the reading. */
  readonly take: (bytes: Buffer) => Fault | null | Promise<Fault | null>
}

/** Reads a body to its end, or hangs up at the first fault; null when there was none. Nothing beyond a chunk is kept here. */
export async function readBody(response: Response, { most, take }: Reading): Promise<Fault | null> {
  response.body.on('error', () => {}) // what is left unread when it is hung up
  const bytes = unpacked(response)
  if (!bytes) return hangUp(response, unreadable('the answer is packed in a way the console did not ask for'))
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.length
      const fault = size > most ? tooLarge : await take(chunk)
      if (fault) return hangUp(response, fault)
    }
    return null
  } catch (error) {
    return hangUp(response, networkFault(error, true))
  }
}

const tooLarge: Fault = { code: 'AnswerTooLarge', reasons: [], mayBeSent: true }

/** Reads a body of at most that many bytes. */
export async function readWhole(response: Response, most: number): Promise<Outcome<Buffer>> {
  const chunks: Buffer[] = []
  const take = (chunk: Buffer) => {
    chunks.push(chunk)
    return null
  }
  const fault = await readBody(response, { most, take })
  return fault ? faulty(fault) : fine(Buffer.concat(chunks))
}

/** Closes the connection, whatever else is still to come over it. */
export function hangUp({ body }: Pick<Response, 'body'>, fault: Fault): Fault {
  body.on('error', () => {}).destroy()
  return fault
}
