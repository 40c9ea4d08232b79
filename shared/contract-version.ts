/** The version of the contract; its major number is what `api-version` selects. */
export const contractVersion = '1.0'

/** The values of `api-version`, which may also be absent or empty. */
export const apiVersions: readonly string[] = ['1', contractVersion]
