import { readFileSync } from 'node:fs'
import { unseenCharacter } from '../../shared/unseen-characters.ts'
import { shippedFiles } from '../shipped-files.ts'

let homoglyphs: ReadonlyMap<string, string> | null = null

/** Read when it is first used: the package itself would compile all of it into one expression at each start, in 40 ms. */
function replaceHomoglyphs(text: string): string {
  homoglyphs ??= new Map(Object.entries(JSON.parse(readFileSync(shippedFiles.homoglyphs(), 'utf8'))))
  let replaced = ''
  for (const character of text) replaced += homoglyphs.get(character) ?? character
  return replaced
}

const unseenOrSpace = new RegExp(`${unseenCharacter.source}|\\p{Default_Ignorable_Code_Point}|\\s`, 'gu')

/**
 * The case-insensitive skeleton of a text (UTS #39): texts that look alike have the same one. A second pass catches
 * letters that look alike only in the other case; a capital i has become a small L by then, so every i is treated as
 * one.
 */
export function skeletonOf(text: string): string {
  const once = replaceHomoglyphs(text.normalize('NFD').replace(unseenOrSpace, '')).normalize('NFKD').toLowerCase()
  return replaceHomoglyphs(once).normalize('NFKD').toLowerCase().replaceAll('i', 'l')
}
