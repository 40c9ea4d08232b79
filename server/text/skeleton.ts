import unhomoglyph from 'unhomoglyph'
import { unseenCharacter } from '../../shared/unseen-characters.ts'

const unseenOrSpace = new RegExp(`${unseenCharacter.source}|\\p{Default_Ignorable_Code_Point}|\\s`, 'gu')

/**
 * The case-insensitive skeleton of a text (UTS #39): texts that look alike have the same one. A second pass catches
 * letters that look alike only in the other case; a capital i has become a small L by then, so every i is treated as
 * one.
 */
export function skeletonOf(text: string): string {
  const once = unhomoglyph(text.normalize('NFD').replace(unseenOrSpace, '')).normalize('NFKD').toLowerCase()
  return unhomoglyph(once).normalize('NFKD').toLowerCase().replaceAll('i', 'l')
}
