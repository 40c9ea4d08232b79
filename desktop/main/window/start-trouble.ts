/** Cause, consequence and next step of a start that failed. */
export const startTrouble = (error: unknown, userData: string): string =>
  [
    error instanceof Error ? error.message : `${error}`,
    `No data was changed. Check that this user can read and write ${userData} and that its disk has room, then start the console again.`,
  ].join('\n\n')
