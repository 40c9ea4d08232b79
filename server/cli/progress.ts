import { basename } from 'node:path'
import { SingleBar } from 'cli-progress'
import { Option } from 'commander'
import type { OnProgress } from '../platform/progress.ts'

type Teller = { readonly show: OnProgress; stop(): void }

/** The forms of progress: a bar for a person, or JSON lines for a program. */
type Form = 'bar' | 'json'

export type GivenProgress = { readonly progress: Form }

export const progressOption = (): Option =>
  new Option('--progress <form>', 'progress on standard error: a bar on a terminal, or one JSON line per percent')
    .choices(['bar', 'json'] satisfies Form[])
    .default('bar')

const none: Teller = { show() {}, stop() {} }

function createBar(): Teller {
  const format = '{bar} {percentage} % of {total} bytes, {eta_formatted} left, {step}'
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true })
  let isStarted = false
  return {
    show({ step, doneBytes, allBytes }) {
      const payload = { step: basename(step) }
      if (!isStarted) bar.start(allBytes, 0, payload)
      isStarted = true
      bar.update(doneBytes, payload)
    },
    stop: () => bar.stop(),
  }
}

function createLines(): Teller {
  let shown = ''
  return {
    ...none,
    show(progress) {
      const { step, doneBytes, allBytes } = progress
      const now = `${Math.floor((doneBytes / allBytes) * 100)} ${step}`
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
