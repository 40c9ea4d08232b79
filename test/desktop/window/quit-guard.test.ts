import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createQuitGuard, type PendingWork } from '../../../desktop/main/window/quit-guard.ts'
import { t } from '../harness/words.ts'

type Given = {
  readonly outlivesWindow: boolean
  readonly pendingWork: PendingWork | null
  readonly answers?: readonly number[]
}

/** An app of one window, which ends in Electron's order: before-quit, then each window's close; any of them may stop it. */
function openApp({ outlivesWindow, pendingWork, answers = [] }: Given) {
  const events = new EventEmitter()
  const left = [...answers]
  const asked: string[] = []
  const app = { hasWindow: true, hasEnded: false, pendingWork }
  const isStopped = (name: string) => {
    const event = { isPrevented: false, preventDefault: () => Object.assign(event, { isPrevented: true }) }
    events.emit(name, event)
    return event.isPrevented
  }
  function destroy(): void {
    app.hasWindow = false
    if (!outlivesWindow) quit()
  }
  const close = () => void (isStopped('close') || destroy())
  function quit(): void {
    if (isStopped('before-quit')) return
    if (app.hasWindow && isStopped('close')) return
    app.hasWindow = false
    app.hasEnded = true
  }
  const quitGuard = createQuitGuard({
    outlivesWindow: () => outlivesWindow,
    pendingWork: () => app.pendingWork,
    ask: async ({ message }) => {
      asked.push(message)
      return { response: left.shift() ?? 0 }
    },
  })
  events.on('close', (event) => void quitGuard.onClose(event, destroy))
  events.on('before-quit', (event) => void quitGuard.onQuit(event, quit))
  const settle = async (act: () => void) => {
    act()
    await new Promise(setImmediate)
  }
  return {
    app,
    asked,
    close: () => settle(close),
    quit: () => settle(quit),
    twice: () => settle(() => void [quit(), quit()]),
  }
}

const keepOpen = 0
const closeAnyway = 1

test.each([true, false])(
  'quitting once ends the console after "close anyway" (console outlives its window: %s)',
  async (outlivesWindow) => {
    const { app, asked, quit } = openApp({ outlivesWindow, pendingWork: 'import', answers: [closeAnyway] })
    await quit()
    expect(asked).toEqual([t('system:quit.import.message')])
    expect(app).toMatchObject({ hasWindow: false, hasEnded: true })
  },
)

test.each([true, false])(
  'after "keep open" the next quit asks again (console outlives its window: %s)',
  async (outlivesWindow) => {
    const { app, asked, quit } = openApp({ outlivesWindow, pendingWork: 'back-up', answers: [keepOpen, closeAnyway] })
    await quit()
    expect(app).toMatchObject({ hasWindow: true, hasEnded: false })
    await quit()
    expect(asked).toHaveLength(2)
    expect(app.hasEnded).toBe(true)
  },
)

test('closing the window asks once where it ends the console', async () => {
  const { app, asked, close } = openApp({ outlivesWindow: false, pendingWork: 'import', answers: [closeAnyway] })
  await close()
  expect(asked).toHaveLength(1)
  expect(app).toMatchObject({ hasWindow: false, hasEnded: true })
})

test('where the console outlives its window, an import continues without it, and quitting asks', async () => {
  const { app, asked, close, quit } = openApp({
    outlivesWindow: true,
    pendingWork: 'import',
    answers: [closeAnyway],
  })
  await close()
  expect(asked).toEqual([])
  expect(app).toMatchObject({ hasWindow: false, hasEnded: false })
  await quit()
  expect(asked).toEqual([t('system:quit.import.message')])
  expect(app.hasEnded).toBe(true)
})

test('where the console outlives its window, closing it during a request asks, and quitting asks again', async () => {
  const answers = [keepOpen, closeAnyway, keepOpen]
  const { app, asked, close, quit } = openApp({ outlivesWindow: true, pendingWork: 'mutation', answers })
  await close()
  expect(app.hasWindow).toBe(true)
  await close()
  expect(app).toMatchObject({ hasWindow: false, hasEnded: false })
  app.pendingWork = 'import'
  await quit()
  expect(asked).toHaveLength(3)
  expect(app.hasEnded).toBe(false)
})

test('the quit guard asks one question at a time', async () => {
  const { app, asked, twice } = openApp({ outlivesWindow: true, pendingWork: 'import', answers: [closeAnyway] })
  await twice()
  expect(asked).toHaveLength(1)
  expect(app.hasEnded).toBe(true)
})

test('quitting with no work in flight asks no question', async () => {
  const { app, asked, quit } = openApp({ outlivesWindow: true, pendingWork: null })
  await quit()
  expect(asked).toEqual([])
  expect(app.hasEnded).toBe(true)
})
