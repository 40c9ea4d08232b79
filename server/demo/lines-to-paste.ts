import { endpoints } from '../../shared/endpoints.ts'
import { rotationPath } from './rotate-to.ts'
import { type Samples, sampleCustodian } from './samples.ts'

const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

const curl = (...words: string[]) => ['curl', '-sS', '-w', "'\\n'", ...words.map(quote)].join(' ')

/** curl commands for a shell, with what they show; token and keys are read from files. */
export function linesToPaste(url: string, { headers, good, bad }: Samples): readonly (readonly [string, string])[] {
  const { custodianId } = sampleCustodian
  const rotation = ['-X', endpoints['custodians.updateApiKeys'].method, url + rotationPath(custodianId)]
  const audit = `${url}${endpoints['audit.list'].path}?custodianId=${custodianId}&limit=4`
  return [
    ['A rotation that succeeds', curl(...rotation, '-H', `@${headers}`, '-d', `@${good}`)],
    ['One that fails safely: the old keys stay active', curl(...rotation, '-H', `@${headers}`, '-d', `@${bad}`)],
    ['The audit records of both', curl(audit, '-H', `@${headers}`)],
  ]
}
