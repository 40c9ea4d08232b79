import { readdirSync, readFileSync } from 'node:fs'
import { postgresMigrations } from './shipped-files.ts'

/** A step of the schema. What its file says at its beginning makes it another one than most. */
export type SchemaStep = {
  readonly number: number
  readonly name: string
  readonly sql: string
  /** The step that servers must know to go on after this one, which takes something away; 0 where it only adds. */
  readonly needs: number
  /** It builds indexes while others write, which PostgreSQL does outside of transactions alone. */
  readonly isConcurrent: boolean
}

const needed = /^-- Needs servers that know step (\d+)\.$/m
const concurrent = /^-- Not in a transaction\.$/m

function readStep(name: string): SchemaStep {
  const sql = readFileSync(new URL(name, postgresMigrations), 'utf8')
  return {
    number: Number(name.slice(0, 3)),
    name,
    sql,
    needs: Number(needed.exec(sql)?.[1] ?? 0),
    isConcurrent: concurrent.test(sql),
  }
}

const stepNames = (): readonly string[] =>
  readdirSync(postgresMigrations)
    .filter((name) => /^\d{3}-.+\.sql$/.test(name))
    .sort()

/** The number of the last step that this version knows. */
export const knownSchema = (): number => stepNames().length

/** All steps, the first one first. */
export const schemaSteps = (): readonly SchemaStep[] => stepNames().map(readStep)
