const deepest = 32
const string = /"(?:[^"\\]|\\.)*"/y

/** Keys seen so far in an open object; null for an open array. */
type Open = Set<string> | null

/**
 * Finds what JSON.parse silently accepts: duplicate keys, `__proto__`, and nesting deep enough to be an attack. One
 * pass over the text; JSON.parse decides whether it is JSON at all. null if nothing was found.
 */
export function structuralFault(text: string): string | null {
  const open: Open[] = []
  let keyNext = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') {
      string.lastIndex = at
      const literal = string.exec(text)?.[0]
      if (!literal) return 'is not JSON'
      const fault = keyNext ? keyFault(literal, open.at(-1) ?? null) : null
      if (fault) return fault
      keyNext = false
      at += literal.length - 1
    } else if (sign === '{' || sign === '[') {
      if (open.push(sign === '{' ? new Set() : null) > deepest) return `is nested more than ${deepest} levels deep`
      keyNext = sign === '{'
    } else if (sign === '}' || sign === ']') open.pop()
    else if (sign === ',') keyNext = open.at(-1) instanceof Set
  }
  return null
}

function keyFault(literal: string, keys: Open): string | null {
  const key = keyOf(literal)
  if (key === null) return 'is not JSON'
  if (key === '__proto__') return 'has a member named __proto__'
  if (keys?.has(key)) return 'has a duplicate member'
  keys?.add(key)
  return null
}

function keyOf(literal: string): string | null {
  try {
    return JSON.parse(literal) as string
  } catch {
    return null
  }
}
