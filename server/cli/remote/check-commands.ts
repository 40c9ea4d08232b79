import type { Command } from 'commander'
import type { ValidationResult } from '../../../shared/credentials.ts'
import type { Id } from '../../../shared/primitives.ts'
import { nameUnseen } from '../../../shared/unseen-characters.ts'
import { exitCodes } from '../exit-codes.ts'
import { parseId } from '../parse.ts'
import { coloured } from '../table.ts'
import { answerValue } from './answer-rows.ts'
import { type GivenCredentials, readCredentials, withCredentials } from './credentials-input.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'
import { tenantOf } from './tenant-of.ts'

/** Keys that do not work are an answer of a check, and still exit code 5. */
function answerVerdict(value: ValidationResult, { json }: GivenServer): void {
  if (!value.validationStatus) process.exitCode = exitCodes.provider
  if (json) answerValue(value)
  else process.stdout.write(`${coloured(value.verdict)}: ${nameUnseen(value.message)}\n`)
}

type GivenValidation = GivenServer & GivenCredentials & { readonly tenant?: Id }

async function validate(custodianId: Id, given: GivenValidation, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const tenantId = given.tenant ?? (await tenantOf(api, custodianId))
  const input = { tenantId, custodianId, ...(await readCredentials(given)) }
  const failed = `the keys for custodian ${custodianId} are not validated`
  answerVerdict(requireValue(await api.call('custodians.validateApiKeys', input), failed, api), given)
}

export const addValidate = (program: Command): void =>
  void withCredentials(withServer(program.command('validate')))
    .argument('<id>', 'ID of the custodian', parseId)
    .option('--tenant <id>', 'tenant of the custodian; looked up if omitted', parseId)
    .action(validate)

async function check(custodianId: Id, given: GivenServer, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const failed = `the active keys of custodian ${custodianId} are not checked`
  answerVerdict(requireValue(await api.call('custodians.checkApiKeys', { custodianId }), failed, api), given)
}

export const addCheck = (program: Command): void =>
  void withServer(program.command('check')).argument('<id>', 'ID of the custodian', parseId).action(check)
