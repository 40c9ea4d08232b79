// Preloaded into a process whose store is to lose updates: takes the check of versions out of its engine.
import { registerHooks } from 'node:module'

const check = 'row.version === BigInt(item.version) ?'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!/\/server\/store\/.*\/changes\.ts$/.test(url)) return loaded
    const source = `${loaded.source}`
    if (!source.includes(check)) throw new Error(`${url} does not check versions as it did`)
    return { ...loaded, source: source.replace(check, 'true ?') }
  },
})
