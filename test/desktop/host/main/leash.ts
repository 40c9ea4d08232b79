/** The process and all that it started in its group end as soon as the process that started it has gone. */
export function endWithParent(): void {
  process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
}
