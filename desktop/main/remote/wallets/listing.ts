import { setTimeout } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { Result } from '../../../../shared/result.ts'
import type { WalletListing } from '../../../../shared/wallets.ts'
import type { ConsoleFailure, ServerReply } from '../../../bridge/failures.ts'
import { t } from '../../../words/words.ts'
import { type Fault, unreadableAnswer } from '../fault.ts'
import type { RemoteLimits } from '../limits.ts'
import { destroyBody, headFault, readBody } from '../response-body.ts'
import type { Bearer } from '../trpc-request.ts'
import { containsText, readTrpcAnswer, rejectResponse } from '../trpc-response.ts'
import { createRowSplitter } from './row-splitter.ts'
import { createWalletBook, type WalletBook } from './wallet-book.ts'

const path = 'custodians.wallets'

/** Makes an answer that is still arriving one that can be parsed. */
const closing = Buffer.from(']}}}')

/** Rows that fill a window. */
export const firstRows = 100
/** Milliseconds in which they are painted before the rest wants the processor. */
const breather = 40

type Owner = Pick<WalletListing, 'custodianName' | 'custodianProvider'>
type End = { readonly failure: ConsoleFailure | null }

/** A listing while it is read. */
export type Listing = {
  readonly book: WalletBook
  /** Whose wallets they are; null while that is not known. */
  readonly owner: () => Owner | null
  /** Set when nothing more will come, with why it ended before its end. */
  readonly end: () => End | null
  /** Resolves when more is known than now. */
  readonly more: () => Promise<void>
}

type Reading = { readonly limits: RemoteLimits; readonly token: Bearer }

/** Starts to read a listing of wallets and answers at once; what was read can be used while the rest arrives. */
export function readListing(response: Dispatcher.ResponseData, { limits, token }: Reading): Listing {
  const book = createWalletBook({ most: limits.answerBytes, token })
  const splitter = createRowSplitter({ most: limits.rowBytes, onRow: book.add })
  let owner: Owner | null = null
  let end: End | null = null
  let isLookedAt = false
  let more = Promise.withResolvers<void>()

  const wake = () => {
    more.resolve()
    more = Promise.withResolvers()
  }

  const readShell = (shell: Buffer): Result<ServerReply, ConsoleFailure> => {
    const reply = readTrpcAnswer(path, response, shell)
    if (containsText(reply, token.reveal()))
      return rejectResponse(path, unreadableAnswer(t('network:response.hasToken')), { headers: {} })
    if (reply.ok) owner = reply.value.output as Owner
    return reply
  }

  const take = async (bytes: Buffer): Promise<Fault | null> => {
    const before = book.rows.length
    const fault = splitter.take(bytes)
    if (!fault && !isLookedAt && book.rows.length) {
      isLookedAt = true // a server that names the custodian after its wallets is waited for
      readShell(Buffer.concat([splitter.shell(), closing]))
    }
    wake()
    if (before <= firstRows && book.rows.length > firstRows) await setTimeout(breather)
    return fault
  }

  const read = async (): Promise<Result<ServerReply, ConsoleFailure>> => {
    const wrongHead = headFault(response)
    if (wrongHead) return rejectResponse(path, destroyBody(response, wrongHead), response)
    const fault = await readBody(response, { most: limits.listingBytes, take })
    return fault ? rejectResponse(path, fault, response) : readShell(splitter.shell())
  }

  void read().then((reply) => {
    end = { failure: reply.ok ? null : reply.error }
    wake()
  })
  return { book, owner: () => owner, end: () => end, more: () => more.promise }
}
