import classes from './plain-text.module.css'
import { piecesOf, visibleText } from './visible-text.ts'

type PlainTextProps = {
  readonly text: string
  /** Cuts it off at the width there is, with the whole as a title; else it wraps anywhere. */
  readonly isOneLine?: boolean
}

/** Text that a server gave: never markup, never able to hide a character or to turn what stands beside it around. */
export function PlainText({ text, isOneLine = false }: PlainTextProps) {
  return (
    <bdi className={isOneLine ? classes.oneLine : classes.wrapped} {...(isOneLine && { title: visibleText(text) })}>
      {piecesOf(text).map((piece, index) =>
        piece.isUnseen ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <span key={index} className={classes.unseen}>
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </bdi>
  )
}
