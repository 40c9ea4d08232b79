import { nameOfCharacter, unseenCharacter as unseen } from '../../../shared/unseen-characters.ts'

export type TextPiece = { readonly text: string; readonly isUnseen: boolean }

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
