import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

const maps = new Map<string, SourceMap | null>()

/** The map of a compiled file, which the build puts next to it; null for all other files. */
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const path = `${file}.map`
  const map = existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : null
  maps.set(file, map)
  return map
}

const position = /(?<=\(|at (?:async )?)((?!async )[^()\n]+\.js):(\d+):(\d+)/g

/** The position in the sources, such as `server/app.ts:12:3`; where a map cannot be used, the one in the compiled file. */
function sourceOf(compiled: string, file: string, ...[line, column]: readonly string[]): string {
  try {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
    return origin && 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : compiled
  } catch {
    return compiled
  }
}

/** A stack trace in files and lines of the sources, also where the program is compiled. Maps are read only for this. */
export const inSources = (stack: string): string => stack.replace(position, sourceOf)

/** Has Node print the same for an error that ends the process. */
export function reportCrashesInSources(): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    if (error.stack) error.stack = inSources(error.stack)
  })
}
