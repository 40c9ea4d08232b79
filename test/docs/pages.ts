import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The hand-written pages, by their path in the repository. */
export const pageNames: readonly string[] = globSync(['*.md', 'docs/**/*.md', 'test/**/*.md', '.github/**/*.md'], {
  exclude: ['**/node_modules/**'],
  cwd: root,
}).sort()

/** A fenced block, and the comments on the lines above it, such as `not run: REASON`. */
export type Block = {
  readonly line: number
  readonly language: string
  readonly text: string
  readonly remarks: readonly string[]
}

type Open = Omit<Block, 'text'> & { readonly indent: string }

function remarksAbove(lines: readonly string[], index: number): readonly string[] {
  const [, remark] = /^\s*<!-- (.+) -->$/.exec(lines[index - 1] ?? '') ?? []
  return remark === undefined ? [] : [...remarksAbove(lines, index - 1), remark]
}

/** All fenced blocks of a page, and the page with them blanked out, line by line. */
function split(markdown: string): { readonly blocks: readonly Block[]; readonly prose: readonly string[] } {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  const prose: string[] = []
  let open: Open | null = null
  for (const [index, line] of lines.entries()) {
    const [, indent = '', language] = /^( *)```(.*)$/.exec(line) ?? []
    prose.push(open || language !== undefined ? '' : line)
    if (language === undefined) continue
    if (!open) {
      open = { line: index + 1, language, remarks: remarksAbove(lines, index), indent }
      continue
    }
    const { indent: margin, ...block }: Open = open
    const text = lines.slice(block.line, index).map((each) => each.slice(margin.length))
    blocks.push({ ...block, text: text.join('\n') })
    open = null
  }
  if (open) throw new Error(`the fence opened in line ${open.line} is not closed`)
  return { blocks, prose }
}

export type Page = { readonly name: string; readonly blocks: readonly Block[]; readonly prose: readonly string[] }

export const readPage = (name: string): Page => ({ name, ...split(readFileSync(join(root, name), 'utf8')) })

/** What GitHub makes of a heading for links: `#your-own-data`. */
export function anchorsOf({ prose }: Page): ReadonlySet<string> {
  const seen = new Map<string, number>()
  const anchors = prose.flatMap((line) => {
    const [, heading] = /^#{1,6} (.+)$/.exec(line) ?? []
    if (heading === undefined) return []
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = text.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-')
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return [count ? `${anchor}-${count}` : anchor]
  })
  return new Set(anchors)
}
