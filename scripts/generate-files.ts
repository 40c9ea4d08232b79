import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aboutErrors, type ErrorEntry, errorReference } from '../server/http/docs/error-reference.ts'
import { openApiText } from '../server/http/openapi/document.ts'
import { asvsPage } from './generate-asvs-page.ts'
import { configurationPage } from './generate-configuration-page.ts'
import { permissionsPage } from './generate-permissions-page.ts'

const errorsHead = `# Errors

${aboutErrors.join('\n\n')}

| code | status | retry | changed | meaning | what to do | answered by |
|---|---|---|---|---|---|`

const errorLine = ({ code, status, retry, changed, meaning, remedy, answeredBy }: ErrorEntry): string =>
  `| \`${code}\` | ${status} | \`${retry}\` | \`${changed}\` | ${meaning} | ${remedy} | ${answeredBy} |`

/** Every failure, what it means, what to do, and what answers it. */
const errorsPage = (): string => [errorsHead, ...errorReference().map(errorLine), ''].join('\n')

/** The files under `docs/` that are made from the tables in `shared/` and the command line. */
const makers: Readonly<Record<string, () => string>> = {
  'openapi.json': () => openApiText('number'),
  'openapi.strings.json': () => openApiText('string'),
  'asvs.md': asvsPage,
  'errors.md': errorsPage,
  'guides/configuration.md': configurationPage,
  'guides/permissions.md': permissionsPage,
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

export const staleFiles = (folder: string): string[] =>
  Object.entries(makers)
    .filter(([name, make]) => readIfThere(join(folder, name)) !== make())
    .map(([name]) => name)

export function writeFiles(folder: string): void {
  for (const [name, make] of Object.entries(makers)) writeFileSync(join(folder, name), make())
}
