import type { CDPSession } from 'playwright-core'
import { pack, unpack } from './codec.ts'
import type { Incoming, Outgoing } from './ipc-renderer.ts'
import type { WindowParts } from './window-parts.ts'
import { preloadWorld, writeWorlds } from './worlds.ts'

type Parts = WindowParts & {
  readonly preload: { readonly source: string; readonly process: object }
}
export type PreloadLine = { readonly send: (channel: string, args: unknown[]) => Promise<void> }

/** Puts the preload into a world of its own in every document of the page, and carries calls and events. */
export async function openPreloadLine(cdp: CDPSession, { id, main, records, preload }: Parts): Promise<PreloadLine> {
  const { binding, receiver, pageScript, preloadScript } = writeWorlds(preload)
  let world: number | null = null

  async function deliver(contextId: number, incoming: Incoming): Promise<void> {
    await cdp
      .send('Runtime.callFunctionOn', {
        functionDeclaration: `(text) => ${receiver}(JSON.parse(text))`,
        executionContextId: contextId,
        arguments: [{ value: JSON.stringify(incoming) }],
      })
      .catch(() => {}) // The document that asked has gone.
  }

  async function take(outgoing: Outgoing, contextId: number): Promise<void> {
    if (outgoing.kind === 'complaint') return void records.consoleComplaints.push(outgoing.text)
    if (outgoing.kind === 'preload-error') return await main.preloadFailed(id, outgoing.text)
    const args = unpack(outgoing.args) as unknown[]
    const answer = await main.invoke(id, { channel: outgoing.channel, args, sender: 'main frame' })
    const result = 'error' in answer ? answer : { value: pack(answer.value) }
    await deliver(contextId, { kind: 'answer', id: outgoing.id, ...result })
  }

  cdp.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== binding) return
    world = executionContextId
    take(JSON.parse(payload), executionContextId).catch((error) => records.mainErrors.push(String(error.stack)))
  })
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === preloadWorld) world = context.id
  })
  await cdp.send('Runtime.enable')
  await cdp.send('Runtime.addBinding', { name: binding, executionContextName: preloadWorld })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: preloadScript, worldName: preloadWorld })
  return {
    async send(channel, args) {
      if (world !== null) await deliver(world, { kind: 'event', channel, args: pack(args) })
    },
  }
}
