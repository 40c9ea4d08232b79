import type { en } from './en.ts'

type Tables = typeof en

/** The same keys with the texts of another language. */
export type Translated<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends string ? string : Translated<Texts[Name]>
}

/** A table of texts: `lock`, `wallets`, ... */
export type TableName = keyof Tables

/** A plural has one key for all its forms: `count` for `count_one` and `count_other`. */
type WithoutForm<Name extends string> = Name extends `${infer Key}_${'one' | 'other'}` ? Key : Name

type KeysOf<Texts> = {
  [Name in keyof Texts & string]: Texts[Name] extends string ? WithoutForm<Name> : `${Name}.${KeysOf<Texts[Name]>}`
}[keyof Texts & string]

type Keys = { [Table in TableName]: KeysOf<Tables[Table]> }

/** A key with its table: `lock:title`. */
export type QualifiedKey = { [Table in TableName]: `${Table}:${Keys[Table]}` }[TableName]

type TextAt<Texts, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Texts
    ? TextAt<Texts[Head], Rest>
    : never
  : Texts[(Path | `${Path}_one` | `${Path}_other`) & keyof Texts]

type TextOf<Table extends TableName, Key extends string> = Key extends `${infer Other extends TableName}:${infer Path}`
  ? TextAt<Tables[Other], Path>
  : TextAt<Tables[Table], Key>

/** The names in the text's `{{name}}` and `{{name, format}}`. */
type PlaceholdersOf<Text> = Text extends `${string}{{${infer Placeholder}}}${infer Rest}`
  ? (Placeholder extends `${infer Name},${string}` ? Name : Placeholder) | PlaceholdersOf<Rest>
  : never

type Values<Text> = { readonly [Name in PlaceholdersOf<Text>]: Name extends 'count' ? number : string | number } & {
  readonly count?: number
  readonly defaultValue?: string
}

/**
 * The text of a key of this table, or of any table where the key names it: `lock:title`. Of several keys, the first
 * that has a text. Declared here because the compiler needs seconds for i18next's own types.
 */
export type Translate<Table extends TableName> = <const Key extends Keys[Table] | QualifiedKey>(
  key: Key | readonly Key[],
  values?: Values<TextOf<Table, Key>>,
) => string
