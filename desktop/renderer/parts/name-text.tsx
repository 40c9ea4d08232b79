import { PlainText } from './plain-text.tsx'
import { shortened } from './shortened.ts'
import { visibleText } from './visible-text.ts'

/** Characters: names are shorter, what is longer is no name; and as many as a title can hold. */
const drawn = 120
const titled = 2000

/** A name as a label or for a screen reader, of a length that can be listened to. */
export const nameText = (name: string): string => visibleText(shortened(name, drawn))

/** A name that a server gave; one of any length leaves room for what stands beside it. */
export function NameText({ name }: { readonly name: string }) {
  if (name.length <= drawn) return <PlainText text={name} />
  return (
    <span title={visibleText(shortened(name, titled))}>
      <PlainText text={shortened(name, drawn)} />
    </span>
  )
}
