/** What one check found, and what to do about it when it is not well. */
export type Finding = {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail'
  readonly message: string
  readonly nextStep: string | null
}

export const passing = (name: string, message: string): Finding => ({ name, status: 'ok', message, nextStep: null })

/** Works, but not as it should. */
export const warn = (name: string, message: string, nextStep: string): Finding => ({
  name,
  status: 'warn',
  message,
  nextStep,
})

export const failing = (name: string, message: string, nextStep: string): Finding => ({
  name,
  status: 'fail',
  message,
  nextStep,
})
