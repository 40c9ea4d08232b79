import unhomoglyph from 'unhomoglyph'
import { unseenCharacter } from '../../shared/unseen-characters.ts'

const unseenOrSpace = new RegExp(`${unseenCharacter.source}|\\p{Default_Ignorable_Code_Point}|\\s`, 'gu')

/**
 * What a text looks like (UTS #39, in one case): texts that look alike have the same skeleton. A second pass catches letters
 * that look alike only in the other case; capital i is a small L by then, so every i is taken for one.
 */
export function skeletonOf(text: string): string {
  const once = unhomoglyph(text.normalize('NFD').replace(unseenOrSpace, '')).normalize('NFKD').toLowerCase()
  return unhomoglyph(once).normalize('NFKD').toLowerCase().replaceAll('i', 'l')
}
