import { expect, test } from 'vitest'
import { createPageRecovery, type PageNotice } from '../../../desktop/main/window/page-recovery.ts'
import type { PendingWork } from '../../../desktop/main/window/quit-guard.ts'
import { t } from '../harness/words.ts'

type Given = {
  /** How often the page may go before it is given up. */
  readonly times?: number
  readonly pendingWork?: PendingWork | null
  /** Indices of the buttons that are pressed. */
  readonly presses?: readonly number[]
}

/** A window whose page can go. */
function openWindow({ times = 1, pendingWork = null, presses = [] }: Given = {}) {
  const left = [...presses]
  const window = { isOpen: true, loads: 0, ended: 0, hasQuit: false, notices: [] as PageNotice[] }
  const limit = () => {
    let gone = 0
    const forget = () => {
      gone = 0
    }
    return { nextPause: () => (gone++ < times ? 0 : null), forget }
  }
  const { onGone, onUnresponsive, onResponsive } = createPageRecovery({
    isOpen: () => window.isOpen,
    load: async () => {
      window.loads += 1
    },
    pendingWork: () => pendingWork,
    show: async (notice) => {
      window.notices.push(notice)
      return { response: left.shift() ?? 0 }
    },
    quit: () => {
      window.hasQuit = true
    },
    end: () => {
      window.ended += 1
    },
    limits: { crashes: limit(), hangs: limit() },
    patience: 20,
  })
  const hang = async () => {
    await onUnresponsive()
    await onGone({ reason: 'killed' })
  }
  return { window, go: (reason = 'crashed') => onGone({ reason }), hang, onUnresponsive, onResponsive }
}

test('a crashed page is reloaded without a notice', async () => {
  const { window, go } = openWindow()
  await go()
  expect(window).toMatchObject({ loads: 1, notices: [] })
})

test('a page that closes with its window or on purpose is not reloaded', async () => {
  const { window, go } = openWindow({ times: 2 })
  await go('clean-exit')
  window.isOpen = false
  await go()
  expect(window.loads).toBe(0)
})

test('a crash during a rotation shows a notice that refers to the history', async () => {
  const { window, go } = openWindow({ pendingWork: 'mutation' })
  await go('oom')
  expect(window.loads).toBe(1)
  expect(window.notices).toMatchObject([{ detail: expect.stringContaining(t('system:page.rotating')) }])
  expect(window.notices[0]?.message).toContain(t('system:page.cause.oom'))
})

test('a page that keeps crashing is not reloaded, with cause, consequence and next step, until requested', async () => {
  const { window, go } = openWindow({ times: 1, pendingWork: 'mutation' })
  await go()
  await go('launch-failed')
  expect(window.loads).toBe(2) // once by itself, once as it was asked for
  const { message = '', detail = '' } = window.notices.at(-1) ?? {}
  expect(message).toContain(t('system:page.cause.launch-failed'))
  for (const key of ['repeated', 'rotating', 'next'] as const) expect(detail).toContain(t(`system:page.${key}`))
  await go()
  expect(window.loads).toBe(3) // it counts from the beginning
})

test('a crashed page offers to quit', async () => {
  const { window, go } = openWindow({ times: 0, presses: [1] })
  await go()
  expect(window).toMatchObject({ loads: 0, hasQuit: true })
})

test('an unresponsive page is ended and reloaded with a notice', async () => {
  const { window, hang } = openWindow({ pendingWork: 'mutation' })
  await hang()
  expect(window).toMatchObject({ ended: 1, loads: 1 })
  expect(window.notices).toMatchObject([
    {
      message: expect.stringContaining(t('system:page.cause.unresponsive')),
      detail: expect.stringContaining(t('system:page.rotating')),
    },
  ])
})

test('a page that recovers in time or closes meanwhile is not reloaded', async () => {
  const { window, go, onUnresponsive, onResponsive } = openWindow()
  const waiting = onUnresponsive()
  await onUnresponsive() // two events, one wait
  onResponsive()
  await waiting
  const gone = onUnresponsive()
  await go()
  await gone
  expect(window).toMatchObject({ ended: 0, loads: 1, notices: [] })
})

test('a page that keeps hanging is not reloaded, and crashes are counted separately', async () => {
  const { window, go, hang } = openWindow({ times: 1, presses: [0, 1] })
  await hang()
  await go()
  expect(window).toMatchObject({ loads: 2, hasQuit: false })
  await hang()
  expect(window).toMatchObject({ ended: 2, loads: 2, hasQuit: true })
  expect(window.notices.at(-1)).toMatchObject({
    message: t('system:page.lost', { cause: t('system:page.cause.unresponsive') }),
  })
})
