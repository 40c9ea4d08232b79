import { Button, Group, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ShieldQuestion } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReadCustodian } from '../../../bridge/new-words.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import { api, client } from '../../session/api.ts'
import { failureFrom } from '../../session/failure.ts'
import { useMay } from '../../session/session.ts'
import { askToSignIn } from '../../session/sign-in-request.ts'

/** How many had which answer; `other` has those without one. */
type Tally = { readonly accepted: number; readonly rejected: number; readonly other: number }
type Run = { readonly tally: Tally; readonly all: number; readonly isRunning: boolean }

const nothing: Tally = { accepted: 0, rejected: 0, other: 0 }
const doneOf = ({ accepted, rejected, other }: Tally) => accepted + rejected + other

/** Failures that each further check would have too. */
const endsAll: ReadonlySet<string> = new Set(['TooManyRequests', 'Unauthenticated', 'SignedOut', 'Forbidden', 'Locked'])

/** What the provider says of the active keys of one custodian; throws what ends all checks. */
async function check(custodianId: string): Promise<keyof Tally> {
  try {
    const { verdict } = await client.custodians.checkApiKeys.mutate({ custodianId })
    return verdict === 'valid' ? 'accepted' : verdict === 'wrong-credentials' ? 'rejected' : 'other'
  } catch (error) {
    const failure = failureFrom(error)
    askToSignIn(failure)
    if (endsAll.has(failure.code)) throw error
    return 'other'
  }
}

const isCheckable = ({ credentialVersion, disabled }: ReadCustodian) => credentialVersion > 0 && !disabled

/** Checks one custodian after the other, so that no provider is asked more than once at a time. */
function useCheckAll(custodians: readonly ReadCustodian[]) {
  const known = useQueryClient()
  const [run, setRun] = useState<Run | null>(null)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const start = async () => {
    const withKeys = custodians.filter(isCheckable)
    isStopped.current = false
    let tally = nothing
    try {
      for (const { id } of withKeys) {
        if (isStopped.current) break
        setRun({ tally, all: withKeys.length, isRunning: true })
        const found = await check(id)
        tally = { ...tally, [found]: tally[found] + 1 }
      }
    } catch {
      // What ended it is shown where it stands: in the sign-in dialog, or as the rest without a result.
      tally = { ...tally, other: withKeys.length - tally.accepted - tally.rejected }
    }
    setRun({ tally, all: withKeys.length, isRunning: false })
    await known.invalidateQueries(api.custodians.list.pathFilter())
  }
  const stop = () => {
    isStopped.current = true
  }
  return { run, start, stop }
}

/** Checks the active keys of every custodian, with its progress and what came of it. */
export function CheckAll({ custodians }: { readonly custodians: readonly ReadCustodian[] }) {
  const { t } = useTranslation('custodians')
  const { run, start, stop } = useCheckAll(custodians)
  const may = useMay('custodians:update')
  if (may === false) return null
  const done = run ? doneOf(run.tally) : 0
  return (
    <Group gap="sm" pb={run ? 0 : 2}>
      <Button
        variant="default"
        leftSection={<ShieldQuestion size={16} aria-hidden />}
        disabled={may === null || !custodians.some(isCheckable)}
        onClick={() => (run?.isRunning ? stop() : void start())}
      >
        {t(run?.isRunning ? 'checkStop' : 'checkAll')}
      </Button>
      {run?.isRunning && (
        <Progress value={(100 * done) / run.all} w={120} transitionDuration={0} aria-label={t('checkAll')} />
      )}
      <Text size="sm" c="dimmed" role="status">
        {run?.isRunning && t('checkingAll', { done, all: run.all })}
        {run && !run.isRunning && t('checkedAll', { count: done, ...run.tally })}
      </Text>
    </Group>
  )
}
