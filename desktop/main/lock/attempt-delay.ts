const longestSeconds = 15 * 60

/** Seconds to wait after so many wrong passphrases in a row: two mistypings are free, then 2, 4, 8 and so on up to 15 minutes. */
export const delayAfter = (wrongAttempts: number): number =>
  wrongAttempts < 3 ? 0 : Math.min(2 ** (wrongAttempts - 2), longestSeconds)
