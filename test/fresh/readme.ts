import { readFileSync } from 'node:fs'

/** Shell commands of the README in their order, one for each statement. */
export function readmeCommands(): readonly string[] {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  return blocks
    .join('')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean)
}
