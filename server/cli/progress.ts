import { basename } from 'node:path'
import { SingleBar } from 'cli-progress'
import { Option } from 'commander'
import type { RecordProgress, WorkProgress } from '../platform/progress.ts'

type Teller = { readonly show: (progress: WorkProgress | RecordProgress) => void; stop(): void }

/** The forms of progress: a bar for a person, or JSON lines for a program. */
type Form = 'bar' | 'json'

export type GivenProgress = { readonly progress: Form }

export const progressOption = (): Option =>
  new Option('--progress <form>', 'progress on standard error: a bar on a terminal, or one JSON line per percent')
    .choices(['bar', 'json'] satisfies Form[])
    .default('bar')

const amountsOf = (progress: WorkProgress | RecordProgress) =>
  'allBytes' in progress
    ? { done: progress.doneBytes, all: progress.allBytes, unit: 'bytes' }
    : { done: progress.doneRecords, all: progress.allRecords, unit: 'records' }

const none: Teller = { show() {}, stop() {} }

function createBar(): Teller {
  const format = '{bar} {percentage} % of {total} {unit}, {eta_formatted} left, {step}'
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true })
  let isStarted = false
  return {
    show(progress) {
      const { done, all, unit } = amountsOf(progress)
      const payload = { unit, step: basename(progress.step) }
      if (!isStarted) bar.start(all, 0, payload)
      isStarted = true
      bar.update(done, payload)
    },
    stop: () => bar.stop(),
  }
}

function createLines(): Teller {
  let shown = ''
  return {
    ...none,
    show(progress) {
      const { done, all } = amountsOf(progress)
      const now = `${Math.floor((done / all) * 100)} ${progress.step}`
      if (now !== shown) process.stderr.write(`${JSON.stringify(progress)}\n`)
      shown = now
    },
  }
}

/** Reports progress on standard error in the requested form. */
export function createProgress({ json, progress }: GivenProgress & { readonly json: boolean }): Teller {
  if (progress === 'json') return createLines()
  return json || !process.stderr.isTTY ? none : createBar()
}
