import type { Page } from 'playwright-core'

type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly dur?: number
  /** The same of the thread's own time. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Milliseconds, each the most of any task. On a busy machine a task takes longer than the thread works. */
export type Task = { readonly cpu: number; readonly wall: number }

/** The longest task of the page's main thread while something is done, as Chromium traced it. */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<Task> {
  const cdp = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', '__metadata'] },
    transferMode: 'ReportEvents',
  })
  await work()
  await cdp.send('Tracing.end')
  await complete
  await cdp.detach()
  const threads = new Set(events.filter(isMainThread).map(({ pid, tid }) => `${pid}/${tid}`))
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid}/${tid}`))
  if (tasks.length === 0) throw new Error('the trace holds no task of the page')
  return {
    cpu: Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000)),
    wall: Math.max(...tasks.map(({ dur = 0 }) => dur / 1_000)),
  }
}

const isMainThread = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
