import type { FileProblem } from '../../bridge/state.ts'

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'for an unknown reason'

export const setAside = (aside: string): FileProblem => ({
  message: `The file of the servers and settings could not be understood. It was set aside as ${aside}, and the console begins without it.`,
  nextStep:
    'Add the servers and sign in again; or close the console, mend that file and give it back the name console.json.',
})

export const unreadable = (file: string, error: unknown): FileProblem => ({
  message: `${file} cannot be read (${reasonOf(error)}), so the console begins without its servers and settings and keeps new ones until it is closed. The file was left as it is.`,
  nextStep: 'Let this user read and write that file and its folder, then start the console again.',
})

export const unwritable = (file: string, error: unknown): FileProblem => ({
  message: `${file} cannot be written (${reasonOf(error)}), so changes of servers and settings are kept until the console is closed.`,
  nextStep:
    'Make room on that disk or let this user write into that folder; the next change is written with all before it.',
})
