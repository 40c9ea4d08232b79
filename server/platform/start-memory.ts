import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Long enough that those who waited for the server have asked first; milliseconds. */
const afterReady = 1_000

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void

/**
 * Gives the memory that only the start needed back to the system, once, about 12 MB. V8 would keep it as room to grow.
 * Code that has not run since may be compiled again, so the compiled code is saved first.
 */
export function releaseStartMemory(): void {
  const release = () => {
    flushCompileCache()
    setFlagsFromString('--expose-gc')
    const collect: Collect = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', flavor: 'last-resort' })
  }
  setTimeout(release, afterReady).unref()
}
