import type { Command } from 'commander'
import type { Id } from '../../../shared/primitives.ts'
import type { OperatorToken } from '../../../shared/token-administration.ts'
import { CommandError, usageError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Interruption, listenForInterruption } from '../interruption.ts'
import { say } from '../output.ts'
import { addId } from '../parse.ts'
import { answerValue } from './answer-rows.ts'
import type { Api } from './api.ts'
import { itemName } from './change.ts'
import { remoteError, requireValue } from './remote-error.ts'
import { assertConfirmed, withConfirmation } from './secret-input.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'
import { readTokens, tokenSubject } from './token-commands.ts'

type Given = GivenServer & { readonly name?: string; readonly reason: string; readonly yes?: boolean }

async function chosen(api: Api, ids: readonly Id[], name: string | undefined): Promise<readonly OperatorToken[]> {
  if (ids.length > 0 === (name !== undefined))
    throw usageError(
      'the tokens must be named',
      'Give their IDs, or --name for all valid and disabled tokens of that name.',
    )
  if (name === undefined) return Promise.all(ids.map((id) => requireToken(api, id)))
  const named = await readTokens(api, { name })
  const tokens = named.filter(({ state }) => state === 'valid' || state === 'disabled')
  if (tokens.length > 0) return tokens
  throw new CommandError(`there is no valid or disabled token of the name "${name}" that this token may see`, {
    nextStep: 'See "strongroom tokens list".',
    exitCode: exitCodes.notFound,
  })
}

const requireToken = async (api: Api, id: Id): Promise<OperatorToken> =>
  requireValue(await tokenSubject.read(api, id), `token ${id} is not revoked`, api)

/** One of them that is the token of this command comes last, since it can do nothing afterward. */
const ownLast = (tokens: readonly OperatorToken[]) => tokens.toSorted((one, other) => +one.isOwn - +other.isOwn)

const question = (tokens: readonly OperatorToken[]) =>
  `Revoke ${tokens.map((token) => itemName(tokenSubject, token) + (token.isOwn ? ' (your own)' : '')).join(', ')}? ` +
  'This cannot be undone.'

type Outcome = { readonly token: OperatorToken; readonly error: CommandError | null }

const lost = (token: OperatorToken, message: string) =>
  new CommandError(`it is not known whether ${itemName(tokenSubject, token)} is revoked: ${message}`, {
    nextStep: 'Run the same command again; it is safe.',
    exitCode: exitCodes.unknown,
    facts: { code: 'AnswerLost', changed: 'unknown' },
  })

/** Revoking is safe to repeat, so a lost answer is settled by what the server shows now. */
async function revokeOne(
  api: Api,
  token: OperatorToken,
  { reason, signal }: { readonly reason: string; readonly signal: AbortSignal },
): Promise<Outcome> {
  const { id } = token
  const result = await api.call('tokens.revoke', { tokenId: id, reason }, { signal })
  if (result.ok) return { token: result.value, error: null }
  const failed = `${itemName(tokenSubject, token)} is not revoked`
  if (result.error.changed === 'nothing') return { token, error: remoteError(failed, result.error, api.server) }
  const now = signal.aborted ? null : await tokenSubject.read(api, id)
  if (now?.ok && now.value.state === 'revoked') return { token: now.value, error: null }
  return { token, error: lost(token, result.error.message) }
}

/** In an emergency the rest is revoked even where one fails. */
async function revokeAll(
  api: Api,
  tokens: readonly OperatorToken[],
  { given, interruption }: { readonly given: Given; readonly interruption: Interruption },
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const token of ownLast(tokens)) {
    const outcome = await revokeOne(api, token, { reason: given.reason, signal: interruption.signal })
    outcomes.push(outcome)
    if (!given.json && !outcome.error) say(`Token ${token.id} "${token.name}" is revoked.`)
  }
  return outcomes
}

/** The worst of the failures, with what was revoked in spite of it. */
function failureOf(outcomes: readonly Outcome[]): CommandError | null {
  const errors = outcomes.flatMap(({ error }) => (error ? [error] : []))
  const [first] = errors.toSorted((one, other) => other.exitCode - one.exitCode)
  if (!first) return null
  const revoked = outcomes.flatMap(({ token, error }) => (error ? [] : [token.id]))
  return new CommandError(errors.map(({ message }) => message).join('; '), {
    nextStep: first.nextStep,
    exitCode: first.exitCode,
    facts: { ...first.facts, ...(revoked.length > 0 && { revoked, changed: 'some' }) },
  })
}

async function revoke(ids: readonly Id[], given: Given, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const tokens = await chosen(api, ids, given.name)
  await assertConfirmed(question(tokens), given)
  using interruption = listenForInterruption()
  const outcomes = await revokeAll(api, tokens, { given, interruption })
  const failure = failureOf(outcomes)
  if (failure) throw failure
  if (given.json) answerValue(outcomes.map(({ token }) => token))
}

export const addTokensRevoke = (tokens: Command): void =>
  void withConfirmation(withServer(tokens.command('revoke')))
    .argument('[id...]', 'IDs, as shown by "tokens list"', addId)
    .option('--name <name>', 'revoke all valid and disabled tokens of exactly this name')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action(revoke)
