import { Text, type TextProps } from '@mantine/core'
import { agoOf, localOf, utcOf } from './time-text.ts'

type MomentProps = {
  readonly at: string
  /** Shows how long ago; the exact moment is the title then. */
  readonly isRelative?: boolean
} & TextProps

/** A moment as a person reads it: exact to the second in local time, or how long ago. The title has the rest. */
export function Moment({ at, isRelative = false, ...style }: MomentProps) {
  const ago = agoOf(at, Date.now())
  const moments = new Set([localOf(at), utcOf(at)])
  const title = isRelative ? [...moments] : [ago, utcOf(at)]
  return (
    <Text component="time" dateTime={at} title={title.join(' · ')} {...style}>
      {isRelative ? ago : localOf(at)}
    </Text>
  )
}
