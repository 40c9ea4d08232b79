/** The contract's own version: its first number is what `api-version` names. */
export const contractVersion = '1.0'

/** What `api-version` may be, beside absent and empty. */
export const apiVersions: readonly string[] = ['1', contractVersion]
