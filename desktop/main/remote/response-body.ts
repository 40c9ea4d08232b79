import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { err, ok, type Result } from '../../../shared/result.ts'
import { t } from '../../words/words.ts'
import { type Fault, networkFault, unreadableAnswer } from './fault.ts'

/** Text from a server as one short line of plain ASCII. */
export const printable = (text: string, most = 200): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, most)

type Head = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>

const textOf = (value: string | string[] | undefined) => [value].flat().join(', ')

/** Why a body cannot be read as JSON, by its status and headers alone. */
export function headFault({ statusCode, headers }: Head): Fault | null {
  if (statusCode >= 300 && statusCode < 400) return unreadableAnswer(redirectOf(printable(textOf(headers.location))))
  const type = textOf(headers['content-type'])
  if (/^application\/json\s*(;|$)/i.test(type)) return null
  const reason = notJson(type, statusCode)
  const code = gatewayCodes[statusCode]
  return code ? { code, reasons: [reason], mayBeSent: true } : unreadableAnswer(reason)
}

/** Statuses of a proxy that answers in the server's place; the server itself answers them in JSON. */
const gatewayCodes: Readonly<Record<number, 'ProxyBusy' | 'ProxyFailed'>> = {
  429: 'ProxyBusy',
  502: 'ProxyFailed',
  503: 'ProxyBusy',
  504: 'ProxyFailed',
}

function notJson(type: string, status: number): string {
  const kind = /html/i.test(type) ? 'webPage' : type ? 'otherType' : 'noType'
  return t(`network:response.${kind}`, { type: printable(type), status })
}

const redirectOf = (location: string) =>
  location ? t('network:response.redirect', { location }) : t('network:response.redirectWithoutLocation')

type Response = Pick<Dispatcher.ResponseData, 'headers' | 'body'>

const unpackers = { gzip: createGunzip, br: createBrotliDecompress }

/** The packings that are understood. */
export const acceptedEncodings = Object.keys(unpackers).join(', ')

function unpacked({ headers, body }: Response): Readable | null {
  const encoding = `${headers['content-encoding'] ?? 'identity'}`.toLowerCase()
  if (encoding === 'identity') return body
  if (encoding !== 'gzip' && encoding !== 'br') return null
  return pipeline(body, unpackers[encoding](), () => {}) // errors reach the reader
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
  if (!bytes) return destroyBody(response, unreadableAnswer(t('network:response.unknownEncoding')))
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.length
      const fault = size > most ? tooLarge : await take(chunk)
      if (fault) return destroyBody(response, fault)
    }
    return null
  } catch (error) {
    return destroyBody(response, networkFault(error, true))
  }
}

const tooLarge: Fault = { code: 'AnswerTooLarge', reasons: [], mayBeSent: true }

/** Reads a body of at most that many bytes. */
export async function readWhole(response: Response, most: number): Promise<Result<Buffer, Fault>> {
  const chunks: Buffer[] = []
  const take = (chunk: Buffer) => {
    chunks.push(chunk)
    return null
  }
  const fault = await readBody(response, { most, take })
  return fault ? err(fault) : ok(Buffer.concat(chunks))
}

/** Closes the connection, even if more is still to arrive. */
export function destroyBody({ body }: Pick<Response, 'body'>, fault: Fault): Fault {
  body.on('error', () => {}).destroy()
  return fault
}
