import type { Dispatcher } from 'undici'
import { type Fault, unreadable } from './fault.ts'
import { visible } from './visible.ts'

type Head = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>

const textOf = (value: string | string[] | undefined) => [value].flat().join(', ')

/** What stands in the way of reading a body as JSON, told by status and headers alone. */
export function headFault({ statusCode, headers }: Head): Fault | null {
  if (statusCode >= 300 && statusCode < 400)
    return unreadable(
      `the server pointed to ${visible(textOf(headers.location)) || 'elsewhere'}, which was not followed`,
    )
  const type = textOf(headers['content-type'])
  if (/^application\/json\s*(;|$)/i.test(type)) return null
  const what = /html/i.test(type) ? 'a web page (HTML)' : `${visible(type) || 'of no stated type'}`
  return unreadable(`the answer is ${what} instead of JSON (HTTP ${statusCode})`)
}
