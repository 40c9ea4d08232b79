import { useEffect, useEffectEvent } from 'react'
import type { Progress } from '../../bridge/progress.ts'
import { bridge } from './bridge.ts'

type Of<Task extends Progress['task']> = Extract<Progress, { readonly task: Task }>

/** Hears how far a task of main has come, as long as the screen stands. */
export function useProgress<Task extends Progress['task']>(task: Task, hear: (progress: Of<Task>) => void): void {
  const tell = useEffectEvent((progress: Progress) => {
    if (progress.task === task) hear(progress as Of<Task>)
  })
  useEffect(() => bridge.on('progress', tell), [])
}
