import { Text } from '@mantine/core'

type KeyIdTextProps = {
  readonly id: string | null | undefined
  /** Only the last characters of the key, where they are known. */
  readonly isShort?: boolean
}

/** The last characters of the key, where they are known. */
export const shortKeyId = (id: string): string => id.split(' ')[0] ?? id

/** What names an API key, to be compared with the list at its provider; a dash where that is not known. */
export function KeyIdText({ id, isShort = false }: KeyIdTextProps) {
  if (!id) return '–'
  return (
    <Text span size="sm" ff="monospace" title={id}>
      {isShort ? shortKeyId(id) : id}
    </Text>
  )
}
