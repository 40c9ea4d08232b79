import { type Field, putText, textOf } from './field-text.ts'
import type { Half } from './local-check.ts'

/** The fields of a pair as they stand on the page. */
export type FieldRefs = {
  readonly field: (half: Half) => Field | null
  /** What React calls as a field comes and goes. */
  readonly refs: Readonly<Record<Half, (element: Field | null) => () => void>>
}

/** A field that leaves the page is emptied; one that takes its place in the same moment, shown or masked, takes over its text. */
export function createFieldRefs(): FieldRefs {
  const fields: Record<Half, Field | null> = { apiKey: null, secretApiKey: null }
  const refOf = (half: Half) => {
    let left = ''
    return (element: Field | null) => {
      fields[half] = element
      if (left) putText(element, left)
      left = ''
      return () => {
        left = textOf(element)
        queueMicrotask(() => {
          left = ''
        })
        putText(element, '')
        fields[half] = null
      }
    }
  }
  return { field: (half) => fields[half], refs: { apiKey: refOf('apiKey'), secretApiKey: refOf('secretApiKey') } }
}
