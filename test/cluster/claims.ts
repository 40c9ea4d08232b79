import type { TestCase } from 'vitest/node'

/** What no fault may bring about, and which tests would find it. */
type Claim = {
  readonly claim: string
  readonly foundBy: { readonly files: RegExp; readonly titles?: RegExp }
  /** Its title: what is claimed not to happen happens there, and is found. */
  readonly control: RegExp
}

const claims: readonly Claim[] = [
  {
    claim: 'broken invariants of credentials, outcomes, keys, audit, anchor and totals',
    foundBy: {
      files: /cluster\/(commit-faults|database-faults|standby|two-servers)|postgres\/(held-locks|failover|full-disk)/,
    },
    control:
      /^control: finds |^(credentials stored before|a key under which|a lost acknowledged|an API key stored|active credentials whose)/,
  },
  {
    claim: 'writes that were done twice, or acknowledged and lost, when a COMMIT was struck',
    foundBy: { files: /lost-answers|lost-commits|cluster\/commit-faults/, titles: /COMMIT|once/ },
    control: /^control: a server that looks up no outcome does again what was done$/,
  },
  {
    claim: 'rotations, checks and attempts that stayed open, and custodians that stayed blocked',
    foundBy: { files: /cluster\/(commit-faults|two-servers)|postgres\/leases/ },
    control: /^what a living server has open stays open when another starts$/,
  },
  {
    claim: 'acknowledged changes that were lost with the primary, behind a synchronous standby',
    foundBy: { files: /cluster\/standby|postgres\/(failover|full-disk)/, titles: /synchronous|failover|acknowledged/ },
    control: /^an asynchronous standby that was behind: every server refuses it/,
  },
  {
    claim: 'reads that were stale, or in no order with the changes',
    foundBy: { files: /cluster\/(histories|linearizable)/ },
    control: /^control: a listing that a server keeps although it was changed is found$/,
  },
]

export type ClaimRow = {
  readonly claim: string
  readonly cases: number
  readonly failed: number
  /** How often what is claimed not to happen was made to happen and was found, and where; null where it was not. */
  readonly control: { readonly title: string; readonly times: number } | null
}

export function claimRows(tests: readonly TestCase[]): readonly ClaimRow[] {
  return claims.map(({ claim, foundBy: { files, titles = /^/ }, control }) => {
    const cases = tests.filter((test) => files.test(test.module.moduleId) && titles.test(test.name) && isRun(test))
    const controls = tests.filter((test) => control.test(test.name) && test.result().state === 'passed')
    const [shown] = controls
    return {
      claim,
      cases: cases.length,
      failed: cases.filter((test) => test.result().state === 'failed').length,
      control: shown ? { title: shown.name, times: controls.length } : null,
    }
  })
}

const isRun = (test: TestCase) => test.result().state !== 'skipped'
