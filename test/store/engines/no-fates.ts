// Preloaded into a process that takes each COMMIT whose answer was lost for one that never happened.
import { registerHooks } from 'node:module'

const found = "if (look.status === 'committed') return 'stored'"

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/server/store/postgres/fate-of-commit.ts')) return loaded
    const source = `${loaded.source}`
    if (!source.includes(found)) throw new Error(`${url} does not find outcomes as it did`)
    return { ...loaded, source: source.replace(found, "return 'not stored'") }
  },
})
