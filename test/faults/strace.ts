import { spawnSync } from 'node:child_process'

function findProblem(): string | null {
  const { error, status } = spawnSync('strace', ['-D', '-f', '--seccomp-bpf', '-qq', '-e', 'trace=none', 'true'])
  if (error) return 'strace is not installed'
  return status === 0 ? null : 'this machine does not let strace trace (ptrace is forbidden, or strace is too old)'
}

/** Why no fault can be injected below the server here; null when it can. */
export const straceProblem = findProblem()

export type Injection = {
  /** The anchor of the audit is flushed by fdatasync, and where that fails it gets a new file by rename. */
  readonly call: 'fsync' | 'pwrite64' | 'fdatasync' | 'fdatasync,rename'
  /** As strace has it: `signal=SIGKILL:when=3`, `error=EIO:when=2+`. Counted for each thread by itself. */
  readonly fault: string
  /** Only calls that concern this file. */
  readonly path?: string
}

/**
 * The command line under which a server meets the fault, and stays the child of who starts it. `--seccomp-bpf` spares all other calls the stop, but strace 6.1
 * then delivers an injected signal at the first call or never.
 */
export const underFault = ({ call, fault, path }: Injection): readonly string[] => [
  'strace',
  '-D',
  '-f',
  ...(fault.startsWith('signal') ? [] : ['--seccomp-bpf']),
  '-qq',
  '-o',
  '/dev/null',
  '-e',
  `trace=${call}`,
  '-e',
  `inject=${call}:${fault}`,
  ...(path ? ['-P', path] : []),
]
