import { nameOfCharacter, unseenCharacter as unseen } from '../../../shared/unseen-characters.ts'

type TextPiece = { readonly text: string; readonly isUnseen: boolean }

/** The text in pieces, each unseen character replaced by its name. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: { text: string; isUnseen: boolean }[] = []
  for (const character of text) {
    const isUnseen = unseen.test(character)
    const last = pieces.at(-1)
    if (last && !last.isUnseen && !isUnseen) last.text += character
    else pieces.push({ text: isUnseen ? nameOfCharacter(character) : character, isUnseen })
  }
  return pieces
}

/** The same as one plain text, for titles and names that a screen reader says. */
export const visibleText = (text: string): string =>
  unseen.test(text)
    ? piecesOf(text)
        .map((piece) => (piece.isUnseen ? `[${piece.text}]` : piece.text))
        .join('')
    : text

/** The first letters of a text that may be of any length; the mark says that there is more. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  // Never between the halves of one letter.
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
