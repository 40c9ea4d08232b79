import { aboutErrors, type ErrorEntry, errorReference } from '../server/http/docs/error-reference.ts'

const head = `# Errors

${aboutErrors.join('\n\n')}

| code | status | retry | changed | meaning | what to do | answered by |
|---|---|---|---|---|---|`

const lineOf = ({ code, status, retry, changed, meaning, remedy, answeredBy }: ErrorEntry): string =>
  `| \`${code}\` | ${status} | \`${retry}\` | \`${changed}\` | ${meaning} | ${remedy} | ${answeredBy} |`

/** `docs/errors.md`: every failure, what it means, what to do, and what answers it. */
export const errorsPage = (): string => [head, ...errorReference().map(lineOf), ''].join('\n')
