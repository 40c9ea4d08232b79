import type { LongTask } from './local.ts'

/** The steps of a connection test, in their order. */
export const testStages = ['name', 'connection', 'tls', 'service', 'version', 'token'] as const
export type TestStage = (typeof testStages)[number]

export type StageReport = {
  readonly stage: TestStage
  readonly status: 'running' | 'passed' | 'failed' | 'skipped'
  /** What was found: an address, the issuer of a certificate, a version, whose token; or the reason of a failure. */
  readonly detail: string
}

/** What a request of the method `test` answers. */
export type TestAnswer =
  | { readonly kind: 'stages'; readonly reports: readonly StageReport[] }
  /** Why the server cannot do its work, and the next step; null while it can, and where it does not say. */
  | { readonly kind: 'readiness'; readonly notReady: string | null }
  /** What people sign in with; null where the server has no identity provider, or does not say. */
  | { readonly kind: 'identity-provider'; readonly name: string | null }

/** How much of a long task is done. */
export type LongTaskProgress = {
  /** What it is at: a file that is imported, a step of a backup. */
  readonly step: string
} & (
  | { readonly doneBytes: number; readonly allBytes: number }
  | { readonly doneRecords: number; readonly allRecords: number }
)

/** How far a task of main has come. */
export type Progress =
  | { readonly task: 'test'; readonly report: StageReport }
  /** The browser was opened, and shows this code too. */
  | { readonly task: 'sign-in'; readonly code: string }
  | ({ readonly task: LongTask } & LongTaskProgress)
