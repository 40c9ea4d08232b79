/** Characters that show nothing or turn the order of others around: controls, bidi controls, zero-width and tag characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u

export type TextPiece = { readonly text: string; readonly isUnseen: boolean }

const nameOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The text in pieces, each unseen character replaced by its name. */
export function piecesOf(text: string): TextPiece[] {
  const pieces: { text: string; isUnseen: boolean }[] = []
  for (const character of text) {
    const isUnseen = unseen.test(character)
    const last = pieces.at(-1)
    if (last && !last.isUnseen && !isUnseen) last.text += character
    else pieces.push({ text: isUnseen ? nameOf(character) : character, isUnseen })
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
