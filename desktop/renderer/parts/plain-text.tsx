import classes from './plain-text.module.css'
import { piecesOf, shortened, visibleText } from './visible-text.ts'

type PlainTextProps = {
  readonly text: string
  /** Cuts it off at the width there is, with the whole as a title; else it wraps anywhere. */
  readonly isOneLine?: boolean
}

/** Text from a server: never markup, and unable to hide a character or to reverse the text next to it. */
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

/** Characters: names are shorter, what is longer is no name; and as many as a title can hold. */
const drawn = 120
const titled = 2000

/** A name as a label or for a screen reader, of a length that can be listened to. */
export const nameText = (name: string): string => visibleText(shortened(name, drawn))

/** A name from a server, cut so that it leaves room for what is next to it. */
export function NameText({ name }: { readonly name: string }) {
  if (name.length <= drawn) return <PlainText text={name} />
  return (
    <span title={visibleText(shortened(name, titled))}>
      <PlainText text={shortened(name, drawn)} />
    </span>
  )
}
