import { z } from 'zod'
import { type OperationName, operations } from '../../shared/operations.ts'
import type { Session } from '../../shared/session.ts'
import type { Answer, ServerAnswer } from './answer.ts'
import type { Event, Method } from './channels.ts'
import { type LocalAnswer, LocalRequest } from './local.ts'
import { Passphrase } from './passphrase.ts'
import { ProfileDraft, ProfileId } from './profiles.ts'
import type { Progress, StageReport } from './progress.ts'
import { Settings } from './settings.ts'
import type { ConsoleState } from './state.ts'
import { type WalletSlice, WalletsRequest } from './wallets.ts'

/** Wallets have a method of their own, which hands them over in slices. */
const callable = (Object.keys(operations) as OperationName[]).filter((name) => !name.startsWith('custodians.wallets'))

const largestText = 64 * 1024 * 1024

/** Where main takes a token from: it must not pass through the renderer. */
const TokenSource = z.enum(['clipboard', 'file'])

const LockRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('lock') }),
  z.strictObject({ do: z.literal('unlock'), with: z.literal('passphrase'), passphrase: z.string().max(200) }),
  z.strictObject({ do: z.literal('unlock-with'), source: TokenSource.or(z.literal('button')) }),
  z.strictObject({
    do: z.literal('set-passphrase'),
    passphrase: Passphrase.nullable(),
    current: z.string().max(200).optional().describe('the passphrase that is set now'),
  }),
])

const ProfileRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('save'), profile: ProfileDraft }),
  z.strictObject({ do: z.literal('remove'), id: ProfileId }),
  z.strictObject({ do: z.literal('select'), id: ProfileId }),
  z.strictObject({ do: z.literal('pick-ca') }),
])

/** What an operation takes is flat. Whether it is right is the server's to say, in words for the person who typed it. */
const Input = z.record(
  z.string().max(64),
  z.union([z.string().max(65_536), z.number(), z.boolean(), z.null()]).optional(),
)

/** Whose server the page shows: main may know of another choice by now. */
const ShownProfile = ProfileId.nullable()

const ApiCall = z.strictObject({
  profileId: ShownProfile,
  path: z.enum(callable),
  input: Input.optional(),
  idempotencyKey: z.uuid().optional().describe('makes a second sending of the same rotation harmless'),
})

const FileToSave = z.strictObject({
  name: z.string().regex(/^[\w][\w. -]{0,120}\.(csv|json|ndjson|txt)$/, 'must be a plain file name'),
  text: z.string().max(largestText),
})

const channel =
  <Value, Given extends Answer<Value> = Answer<Value>>() =>
  <Schema extends z.ZodType>(payload: Schema) =>
    ({ payload }) as { payload: Schema; answer: Given }

/** The whole bridge: what each method takes and what it answers. */
export const schema = {
  call: channel<unknown, ServerAnswer<unknown>>()(ApiCall),
  wallets: channel<WalletSlice>()(z.strictObject({ profileId: ShownProfile, request: WalletsRequest })),
  state: channel<ConsoleState>()(z.strictObject({ recheck: z.literal('keychain') }).nullable()),
  profile: channel<{ readonly id: string | null; readonly caFile: string | null }>()(ProfileRequest),
  signIn: channel<Session | null>()(z.strictObject({ profileId: ProfileId, source: TokenSource })),
  signOut: channel<null>()(z.strictObject({ profileId: ProfileId })),
  test: channel<readonly StageReport[]>()(ProfileDraft),
  lock: channel<null>()(LockRequest),
  settings: channel<null>()(Settings),
  save: channel<{ readonly file: string } | null>()(FileToSave),
  copy: channel<null>()(z.strictObject({ text: z.string().max(largestText) })),
  local: channel<LocalAnswer>()(LocalRequest),
} as const satisfies Record<Method, { payload: z.ZodType; answer: Answer<unknown> }>

export type Payload<Name extends Method> = z.input<(typeof schema)[Name]['payload']>
export type Parsed<Name extends Method> = z.output<(typeof schema)[Name]['payload']>
export type AnswerOf<Name extends Method> = (typeof schema)[Name]['answer']

/** What each event brings. */
export type News = {
  readonly state: ConsoleState
  readonly progress: Progress
  /** Name of a command chosen in the menu of the system. */
  readonly command: string
}

/** What the preload gives to the page as `strongroom`. */
export type Bridge = { readonly [Name in Method]: (payload: Payload<Name>) => Promise<AnswerOf<Name>> } & {
  /** Listens until the function it answers is called. */
  on<Name extends Event>(name: Name, listener: (news: News[Name]) => void): () => void
}
