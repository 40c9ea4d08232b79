declare module 'virtual:third-party' {
  /** Every package of others that the console ships, by name. */
  export const thirdParty: readonly {
    readonly name: string
    readonly version: string
    /** SPDX expression. */
    readonly license: string
    readonly text: string
  }[]
}
