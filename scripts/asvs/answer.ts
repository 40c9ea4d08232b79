/** What shows an answer: files of the repository, and titles of tests as they stand in their file. */
type Evidence = {
  readonly where?: readonly string[]
  readonly tests?: Readonly<Record<string, string | readonly string[]>>
}

/** `asks` is our own short form of the requirement; `how` says where it is met, why it does not apply, or what is missing. */
export type Answer = Evidence & {
  readonly status: 'met' | 'not applicable' | 'open'
  readonly asks: string
  readonly how: string
}

/** Answers by the number of the requirement. */
export type Chapter = { readonly title: string; readonly answers: Readonly<Record<string, Answer>> }

const as =
  (status: Answer['status']) =>
  (asks: string, how: string, evidence: Evidence = {}): Answer => ({ status, asks, how, ...evidence })

export const met = as('met')
export const notApplicable = as('not applicable')
export const open = as('open')
