import type { Dispatcher } from 'undici'
import type { WalletListing } from '../../../shared/wallets.ts'
import type { Answer } from '../../bridge/answer.ts'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import type { WalletRow } from '../../bridge/wallets.ts'
import { headFault } from './answer-head.ts'
import { hangUp, readBody } from './body.ts'
import { type Fault, unreadable } from './fault.ts'
import { createIconBook, type IconBook } from './icon-book.ts'
import type { Limits } from './limits.ts'
import { repeats } from './repeats.ts'
import { createRowSplitter } from './row-splitter.ts'
import { readTrpcAnswer, refuseAnswer } from './trpc-answer.ts'
import { readWalletRow } from './wallet-row.ts'

const path = 'custodians.wallets'

type Head = Pick<WalletListing, 'custodianName' | 'custodianProvider'>

/** What is known of a listing while it is read. */
export type Listing = {
  readonly rows: readonly WalletRow[]
  readonly icons: IconBook
  /** Whose wallets they are; null while that is not known. */
  readonly head: () => Head | null
  /** Whether nothing more will come, and why it ended before its end. */
  readonly end: () => { readonly failure: ConsoleFailure | null } | null
  /** Resolves when more is known than now. */
  readonly more: () => Promise<void>
}

type Reading = { readonly limits: Limits; readonly token: { reveal(): string } }

/** Starts to read a listing of wallets and answers at once; what was read can be used while the rest arrives. */
export function readListing(response: Dispatcher.ResponseData, { limits, token }: Reading): Listing {
  const [rows, icons] = [[] as WalletRow[], createIconBook()]
  let [head, end, more]: [Head | null, { failure: ConsoleFailure | null } | null, PromiseWithResolvers<void>] = [
    null,
    null,
    Promise.withResolvers(),
  ]
  let kept = 0

  const onRow = (bytes: Buffer): Fault | null => {
    const wallet = readWalletRow(bytes, rows.length)
    if (!wallet.ok) return wallet.fault
    if (repeats(wallet.value, token.reveal())) return unreadable('the answer repeats the operator token')
    const { networkIcon, ...row } = wallet.value
    rows.push({ ...row, icon: icons.indexOf(networkIcon, rows.length) })
    kept += bytes.length - networkIcon.length
    return kept + icons.size() > limits.answerBytes ? tooMuchKept : null
  }

  const splitter = createRowSplitter({ most: limits.rowBytes, onRow })

  const readHead = (shell: Buffer): Answer<unknown> => {
    const given = readTrpcAnswer(path, response, shell)
    if (repeats(given, token.reveal()))
      return refuseAnswer(path, unreadable('the answer repeats the operator token'), { headers: {} })
    if (given.ok) head = given.value as Head
    return given
  }

  const wake = () => {
    more.resolve()
    more = Promise.withResolvers()
  }

  const take = (bytes: Buffer): Fault | null => {
    const fault = splitter.take(bytes)
    if (!fault && !head && rows.length) readHead(Buffer.concat([splitter.shell(), closing]))
    wake()
    return fault
  }

  const read = async (): Promise<Answer<unknown>> => {
    const wrongHead = headFault(response)
    if (wrongHead) return refuseAnswer(path, hangUp(response, wrongHead), response)
    const fault = await readBody(response, { most: limits.listingBytes, take })
    return fault ? refuseAnswer(path, fault, response) : readHead(splitter.shell())
  }

  void read().then((given) => {
    end = { failure: given.ok ? null : given.error }
    wake()
  })
  return { rows, icons, head: () => head, end: () => end, more: () => more.promise }
}

/** Makes an answer that is still arriving one that can be parsed. */
const closing = Buffer.from(']}}}')

const tooMuchKept: Fault = { code: 'AnswerTooLarge', reasons: ['the rows alone are larger'], mayBeSent: true }
