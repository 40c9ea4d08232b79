import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

/**
 * Whether the kernel holds a process of Linux in Chromium's sandbox, proc(5): `Seccomp: 2` is a filter of system calls,
 * `NoNewPrivs: 1` keeps setuid programs from giving it more.
 */
export function isSandboxed(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return ['Seccomp:\t2', 'NoNewPrivs:\t1'].every((line) => status.split('\n').includes(line))
}

/** The processes of a browser's pages, by the debugging protocol. */
export async function rendererPids(browser: Browser): Promise<readonly number[]> {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}
