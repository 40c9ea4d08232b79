import type { BrowserCalls } from '../browser-contract.ts'
import { createChannel } from '../channel.ts'

const send = process.send?.bind(process) as (message: unknown, sent: () => void) => void
const unheard = () => {} // The test's process has ended, and this one ends with it.

const channel = createChannel<BrowserCalls>({
  send: (message) => process.connected && send(message, unheard),
  listen: (hear) => process.on('message', hear as never),
})

/** The test's process, which holds the browser. */
export const browser = channel.remote
export const offer = channel.offer
