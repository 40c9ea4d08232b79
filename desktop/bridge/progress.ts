/** The steps of a connection test, in their order. */
export const testStages = ['name', 'connection', 'tls', 'service', 'version', 'token'] as const
export type TestStage = (typeof testStages)[number]

export type StageReport = {
  readonly stage: TestStage
  readonly status: 'running' | 'passed' | 'failed' | 'skipped'
  /** What was found: an address, the issuer of a certificate, a version, whose token; or the reason of a failure. */
  readonly detail: string
}

/** How far a long task of main has come. */
export type Progress =
  | { readonly task: 'test'; readonly report: StageReport }
  | { readonly task: 'import'; readonly file: string; readonly readBytes: number; readonly allBytes: number }
  | { readonly task: 'back-up'; readonly detail: string }
