/** A value of metadata as it is drawn. */
export type MetadataNode = {
  /** Its name in an object, or its place in an array; null for the whole. */
  readonly name: string | null
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'
  /** What is drawn of a value that has no entries. */
  readonly text: string
  /** Characters of it that are not drawn. */
  readonly moreCharacters: number
  readonly entryCount: number
  /** Those that are drawn. */
  readonly entries: readonly MetadataNode[]
  readonly value: unknown
}

export type Metadata =
  | { readonly kind: 'tree'; readonly root: MetadataNode }
  | { readonly kind: 'text'; readonly text: string; readonly moreCharacters: number; readonly reason: string }

/** The most that is drawn of what a server sends. */
export const metadataLimits = {
  depth: 8,
  nodes: 300,
  characters: 400,
  textCharacters: 4_000,
  jsonCharacters: 1_000_000,
}

const { isRawJSON, rawJSON } = JSON as unknown as {
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
  rawJSON(text: string): unknown
}

/** Numbers keep the digits they were written with, also those that a number of JavaScript would lose. */
const exactly = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined ? rawJSON(source) : value

/** Reads the metadata of a wallet; what is not JSON stays the text it is, with the reason. */
export function readMetadata(json: string): Metadata {
  if (json.length > metadataLimits.jsonCharacters) return asText(json, 'it is larger than the console reads')
  try {
    const value = JSON.parse(json, exactly as (name: string, value: unknown) => unknown)
    return { kind: 'tree', root: nodeOf({ name: null, value }, { depth: 0, left: { nodes: metadataLimits.nodes } }) }
  } catch (error) {
    return asText(json, error instanceof SyntaxError ? shortReason(error.message) : 'it is nested too deeply')
  }
}

/** The value as JSON, in full. */
export const jsonOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** The engine's reason without the text that it repeats. */
const shortReason = (message: string) => message.replace(/, ?(\.\.\.)?".*" is not valid JSON$/s, '').slice(0, 200)

const asText = (json: string, reason: string): Metadata => ({
  kind: 'text',
  reason,
  ...cut(json, metadataLimits.textCharacters),
})

const cut = (text: string, most: number) => ({
  text: text.slice(0, most),
  moreCharacters: Math.max(0, text.length - most),
})

type Named = { readonly name: string | null; readonly value: unknown }
/** How deep a value is, and how many more may be drawn of the whole. */
type Room = { readonly depth: number; readonly left: { nodes: number } }

function nodeOf({ name, value }: Named, { depth, left }: Room): MetadataNode {
  left.nodes -= 1
  const entries = entriesIn(value)
  if (!entries) return { name, value, ...leafOf(value), entryCount: 0, entries: [] }
  const drawn: MetadataNode[] = []
  if (depth < metadataLimits.depth)
    for (const entry of entries) {
      if (left.nodes <= 0) break
      drawn.push(nodeOf(entry, { depth: depth + 1, left }))
    }
  const kind = Array.isArray(value) ? 'array' : 'object'
  return { name, value, kind, text: '', moreCharacters: 0, entryCount: entries.length, entries: drawn }
}

function entriesIn(value: unknown): readonly Named[] | null {
  if (Array.isArray(value)) return value.map((each, place) => ({ name: `${place}`, value: each }))
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return null
  return Object.entries(value).map(([name, each]) => ({ name, value: each }))
}

function leafOf(value: unknown): Pick<MetadataNode, 'kind' | 'text' | 'moreCharacters'> {
  if (isRawJSON(value)) return { kind: 'number', ...cut(value.rawJSON, metadataLimits.characters) }
  const kind = value === null ? 'null' : (typeof value as 'string' | 'boolean')
  return { kind, ...cut(`${value}`, metadataLimits.characters) }
}
