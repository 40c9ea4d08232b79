import { basename } from 'node:path'
import { SingleBar } from 'cli-progress'
import { Option } from 'commander'
import type { Progress } from '../import/import-files.ts'

export type ImportProgress = { show(progress: Progress): void; stop(): void }

/** How progress may be told: a bar for a person, or a line of JSON for a program. */
type Form = 'bar' | 'json'

export type GivenProgress = { readonly progress: Form }

export const progressOption = (): Option =>
  new Option('--progress <form>', 'on standard error: a bar where a person watches, or a line of JSON at each percent')
    .choices(['bar', 'json'] satisfies Form[])
    .default('bar')

const none: ImportProgress = { show() {}, stop() {} }

function createBar(): ImportProgress {
  const format = '{bar} {percentage} % of {total} bytes, {eta_formatted} left, {file}'
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true })
  let isStarted = false
  return {
    show({ file, readBytes, allBytes }) {
      const payload = { file: basename(file) }
      if (!isStarted) bar.start(allBytes, 0, payload)
      isStarted = true
      bar.update(readBytes, payload)
    },
    stop: () => bar.stop(),
  }
}

function createLines(): ImportProgress {
  let told = ''
  return {
    ...none,
    show(progress) {
      const { file, readBytes, allBytes } = progress
      const now = `${Math.floor((readBytes / allBytes) * 100)} ${file}`
      if (now !== told) process.stderr.write(`${JSON.stringify(progress)}\n`)
      told = now
    },
  }
}

/** Tells on standard error how far an import has come, in the form that was asked for. */
export function createImportProgress({ json, progress }: GivenProgress & { readonly json: boolean }): ImportProgress {
  if (progress === 'json') return createLines()
  return json || !process.stderr.isTTY ? none : createBar()
}
