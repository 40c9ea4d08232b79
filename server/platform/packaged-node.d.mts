/** See packaged-node.mjs, which has to be JavaScript. */
export const neededNode: number
export const isNodeTooOld: boolean
export const installNode: string
export function nodePackage(): string | null
export function packagedNode(): string | null
