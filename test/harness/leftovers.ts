import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { readdir, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { currentLanguage } from '../../desktop/words/words.ts'

/** What the test files of one process share: settings by name, and what is open. */
export type ProcessState = {
  readonly settings: ReadonlyMap<string, unknown>
  readonly open: ReadonlySet<string>
}

/** The shared browser is meant to outlive the test file that starts it. */
const staysOpen = /chrom/

const openKinds: Readonly<Record<string, string>> = {
  TCPServerWrap: 'listening server',
  FSEventWrap: 'watched file',
  Worker: 'worker thread',
}

/** Packages may add their own when they are first imported. */
const globals = Object.getOwnPropertyNames(globalThis)

const children = new Set<ChildProcess>()
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess }
  children.add(child)
  child.once('exit', () => children.delete(child))
})

/** Those of `exit` change nothing before the end of the process, and the shared browser has one. */
const listenersNow = () =>
  process
    .eventNames()
    .filter((name) => name !== 'exit')
    .map((name) => [`listeners of ${String(name)}`, process.listenerCount(name)] as const)

function settingsNow(): Map<string, unknown> {
  const globalNow = (name: string) => {
    const { value, get } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {}
    return get ?? value
  }
  return new Map([
    ...Object.entries(process.env).map(([name, value]) => [`environment variable ${name}`, value] as const),
    ...listenersNow(),
    ...globals.map((name) => [`global ${name}`, globalNow(name)] as const),
    ['working directory', process.cwd()],
    ['umask', process.umask()],
    ['fake timers', vi.isFakeTimers()],
    ['language of the texts', currentLanguage()],
  ])
}

/** Files of the temporary folder; only Linux lists what a process has open. */
async function openFiles(): Promise<string[]> {
  const descriptors = process.platform === 'linux' ? await readdir('/proc/self/fd') : []
  const links = descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => ''))
  return (await Promise.all(links)).filter((file) => file.startsWith(tmpdir())).map((file) => `open file ${file}`)
}

async function openNow(): Promise<Set<string>> {
  const handles = process.getActiveResourcesInfo().flatMap((kind) => openKinds[kind] ?? [])
  const earlier = (kind: string, place: number) => handles.slice(0, place).filter((other) => other === kind).length
  const running = [...children].filter(({ pid, spawnfile }) => pid !== undefined && !staysOpen.test(spawnfile))
  return new Set([
    ...handles.map((kind, place) => `${kind} ${earlier(kind, place) + 1}`),
    ...running.map(({ pid, spawnargs }) => `process ${pid}: ${spawnargs.join(' ')}`),
    ...(await openFiles()),
  ])
}

export const processState = async (): Promise<ProcessState> => ({ settings: settingsNow(), open: await openNow() })

/** Names each setting that differs from before, and everything open that was not. */
function leftovers(before: ProcessState, after: ProcessState): string[] {
  const names = new Set([...before.settings.keys(), ...after.settings.keys()])
  const changed = [...names].filter((name) => !Object.is(before.settings.get(name), after.settings.get(name)))
  return [...changed, ...[...after.open].filter((what) => !before.open.has(what))].sort()
}

/**
 * Names what changed in this process and was not put back, and what was opened and not closed. What is still closing is
 * waited for, for `patience` milliseconds.
 */
export async function leftoversSince(before: ProcessState, patience = 30_000): Promise<string[]> {
  const end = performance.now() + patience
  for (;;) {
    const left = leftovers(before, await processState())
    if (left.length === 0 || performance.now() > end) return left
    await sleep(20)
  }
}
