import { randomBytes } from 'node:crypto'
import { only } from '../electron/only.ts'
import { bridgeEnd } from './bridge-end.ts'
import { pack, unpack } from './codec.ts'
import { openIpcRenderer } from './ipc-renderer.ts'
import { openPageWorld } from './page-world.ts'
import { openPreloadWorld } from './preload-world.ts'

export const preloadWorld = 'preload'

export type Worlds = {
  /** Name of the binding by which the preload's world speaks to the host. */
  readonly binding: string
  /** Name of the function in the preload's world by which the host speaks to it. */
  readonly receiver: string
  readonly pageScript: string
  readonly preloadScript: string
}

/** The two scripts of a document: the page's end of the bridge, and the preload in a world of its own. */
export function writeWorlds(preload: { source: string; process: object }): Worlds {
  const secret = `standIn${randomBytes(12).toString('hex')}`
  const binding = `${secret}Out`
  const receiver = `${secret}In`
  return {
    binding,
    receiver,
    pageScript: inMainFrame(`(${openPageWorld})((${bridgeEnd})('${secret}', 'page', 'preload'))`),
    preloadScript: inMainFrame(`
      ${pack}
      ${unpack}
      const post = globalThis.${binding}
      delete globalThis.${binding}
      const say = (outgoing) => post(JSON.stringify(outgoing))
      const guard = ${only}
      const bridge = (${bridgeEnd})('${secret}', 'preload', 'page')
      const ipc = (${openIpcRenderer})({ codec: { pack, unpack }, guard, say })
      const world = (${openPreloadWorld})({ bridge, ipcRenderer: ipc.ipcRenderer, guard, say })
      globalThis.${receiver} = ipc.receive
      const module = { exports: {} }
      try {
        ((require, process, module, exports, bridge, ipc, world, post, say, guard, pack, unpack) => {
${preload.source}
        })(world.require, ${JSON.stringify(preload.process)}, module, module.exports)
      } catch (error) {
        world.failed(error)
      }`),
  }
}

/** As in Electron, a preload runs in no frame but the window's own. */
const inMainFrame = (script: string) => `(() => { if (window.top === window) {\n${script}\n} })()`
