import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'

/** A program of Chromium's kind that was started with its debugging port open, and is driven through it. */
export type Driven = AsyncDisposable & {
  readonly browser: Browser
  /** Its first page. */
  readonly page: Page
  /** What it has written to standard error. */
  stderr(): string
}

type Program = Pick<SpawnOptions, 'env' | 'uid' | 'gid'> & {
  /** The program, with what starts it in front. */
  readonly command: readonly [string, ...string[]]
  readonly args: readonly string[]
  /** How long it may take to open the port, in ms. */
  readonly timeout?: number
}

const announcement = /^DevTools listening on (ws:\/\/\S+)/m

/** Rejects with what it printed when it ends, or has opened no port in time: as a program does that closes the port. */
export async function openOnPort({ command, args, timeout = 30_000, ...how }: Program): Promise<Driven> {
  const [file, ...words] = command
  const child = spawn(file, [...words, '--remote-debugging-port=0', ...args], {
    ...how,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let written = ''
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    written += text
  })
  try {
    const browser = await chromium.connectOverCDP(await addressOf(child, () => written, timeout))
    const [context] = browser.contexts()
    if (!context) throw new Error('the program has no window')
    return {
      browser,
      page: context.pages()[0] ?? (await context.waitForEvent('page', { timeout })),
      stderr: () => written,
      async [Symbol.asyncDispose]() {
        const cdp = await browser.newBrowserCDPSession()
        await Promise.race([cdp.send('Browser.close').catch(() => {}), setTimeout(5_000)])
        await end(child)
      },
    }
  } catch (error) {
    await end(child)
    throw error
  }
}

async function addressOf(child: ChildProcess, written: () => string, timeout: number): Promise<string> {
  const deadline = AbortSignal.timeout(timeout)
  while (!deadline.aborted && child.exitCode === null) {
    const [, address] = announcement.exec(written()) ?? []
    if (address) return address
    await setTimeout(50)
  }
  throw new Error(`${child.spawnargs.join(' ')} opened no debugging port. It printed: ${written()}`)
}

/** Waits a moment for it to end by itself; then ends it with all that it started. */
async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
  await Promise.race([ended, setTimeout(5_000)])
  try {
    process.kill(-(child.pid as number), 'SIGKILL')
  } catch {
    // Nothing of its group is left.
  }
  await ended
}
