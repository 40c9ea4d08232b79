import type { BrowserCalls } from '../browser/browser-calls.ts'
import { createChannel } from '../channel.ts'

const send = process.send?.bind(process) as (message: unknown) => void

const channel = createChannel<BrowserCalls>({
  send: (message) => process.connected && send(message),
  listen: (hear) => process.on('message', hear as never),
})

/** The test's process, which holds the browser. */
export const browser = channel.remote
export const offer = channel.offer
