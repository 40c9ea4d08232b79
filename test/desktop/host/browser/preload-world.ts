import type { only } from '../electron/only.ts'
import type { bridgeEnd } from './bridge-end.ts'
import type { Outgoing } from './ipc-renderer.ts'

type Parts = {
  readonly bridge: ReturnType<typeof bridgeEnd>
  readonly ipcRenderer: object
  readonly guard: typeof only
  readonly say: (outgoing: Outgoing) => void
}

/** Runs in the preload's own world, so its text stands alone: the `require` of a sandboxed preload. */
export function openPreloadWorld({ bridge, ipcRenderer, guard, say }: Parts) {
  const exposed: { key: string; api: unknown }[] = []

  function expose(key: string, api: unknown) {
    if (key in globalThis) throw new Error('Cannot bind an API on top of an existing property on the window object')
    exposed.push({ key, api: bridge.lend(api) })
    bridge.post('expose', exposed.at(-1))
  }

  const contextBridge = guard('contextBridge', { exposeInMainWorld: expose })
  const electron = guard('preload', { contextBridge, ipcRenderer })
  bridge.hear('hello', () => exposed.forEach((entry) => void bridge.post('expose', entry)))
  const world = globalThis as unknown as EventTarget
  world.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI } = event as Event & { effectiveDirective: string; blockedURI: string }
    say({ kind: 'complaint', text: `${effectiveDirective} blocked ${blockedURI}` })
  })
  return {
    failed: (error: unknown) => say({ kind: 'preload-error', text: String((error as Error)?.stack ?? error) }),
    require(name: string) {
      if (name === 'electron') return electron
      throw new Error(
        `module not found: ${name}. (A sandboxed preload has electron; the stand-in host gives it nothing else.)`,
      )
    },
  }
}
