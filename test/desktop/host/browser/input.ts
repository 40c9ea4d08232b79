import type { CDPSession } from 'playwright-core'
import type { WindowParts } from './window-parts.ts'

const world = 'stand-in-input'
const binding = 'noteInput'

/** Electron's names of what a person does with keyboard and mouse. */
const names = { keydown: 'keyDown', pointerdown: 'mouseDown', wheel: 'mouseWheel' }

const source = `{
  const names = ${JSON.stringify(names)}
  for (const type of Object.keys(names))
    addEventListener(type, () => ${binding}(names[type]), { capture: true, passive: true })
}`

/** Tells main of every key and click, as `input-event` does; from a world of its own, unseen by page and preload. */
export async function followInput(cdp: CDPSession, { id, main }: WindowParts): Promise<void> {
  cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === binding) void main.inputCame(id, payload)
  })
  await cdp.send('Runtime.addBinding', { name: binding, executionContextName: world })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: world })
}
