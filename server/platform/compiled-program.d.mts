/** See compiled-program.mjs, which has to be JavaScript. */
export type Source = { readonly size: number; readonly changed: number; readonly hash: string }
export type ProgramRecord = { readonly program: string; readonly sources: readonly (readonly [path: string, Source])[] }
export function programsIn(root?: string): string
export function recordIn(root?: string): string
export function programRecord(root?: string): ProgramRecord | null
export function hashOf(path: string): string
export function currentProgram(root?: string): string | null
