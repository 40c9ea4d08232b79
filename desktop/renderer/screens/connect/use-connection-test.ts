import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StageReport, TestStage } from '../../../bridge/progress.ts'
import { bridge } from '../../session/bridge.ts'
import { valueIn } from '../../session/failure.ts'
import { useProgress } from '../../session/use-progress.ts'
import type { DraftValues } from './use-profile-form.ts'

export type Reports = Readonly<Partial<Record<TestStage, StageReport>>>

const byStage = (reports: readonly StageReport[]): Reports =>
  Object.fromEntries(reports.map((report) => [report.stage, report]))

/** Tests a server that need not be saved; the reports fill up while it runs. */
export function useConnectionTest() {
  const [reports, setReports] = useState<Reports>({})
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async (draft: DraftValues) => valueIn(await bridge.test(draft)),
    onMutate: () => setReports({}),
    onSuccess: (all) => setReports(byStage(all)),
  })
  useProgress('test', ({ report }) => {
    if (isPending) setReports((known) => ({ ...known, [report.stage]: report }))
  })
  const forget = () => {
    reset()
    setReports({})
  }
  const hasFailed = error !== null || Object.values(reports).some(({ status }) => status === 'failed')
  return { reports, run: (draft: DraftValues) => mutate(draft), forget, isRunning: isPending, error, hasFailed }
}
