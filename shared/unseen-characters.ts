/** Characters that show nothing or turn the order of others around: controls, bidi controls, zero-width and tag characters. */
export const unseenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u

/** How an unseen character is named where it is shown: `U+200B`. */
export const nameOfCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The text with its unseen characters named: `US[U+200B]DC`. */
export const nameUnseen = (text: string): string =>
  unseenCharacter.test(text)
    ? [...text].map((one) => (unseenCharacter.test(one) ? `[${nameOfCharacter(one)}]` : one)).join('')
    : text
