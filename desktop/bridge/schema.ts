import { z } from 'zod'
import { type OperationName, operations } from '../../shared/operations.ts'
import type { Result } from '../../shared/result.ts'
import type { Session } from '../../shared/session.ts'
import type { Event, Method } from './channels.ts'
import type { ConsoleFailure, ServerReply } from './failures.ts'
import { type LocalAnswer, LocalRequest } from './local.ts'
import { Passphrase } from './passphrase.ts'
import { ProfileDraft, ProfileId } from './profiles.ts'
import type { Progress, TestAnswer } from './progress.ts'
import { Settings } from './settings.ts'
import type { ConsoleState, SignOutAnswer } from './state.ts'
import { type WalletSlice, WalletsRequest } from './wallets.ts'

/** Wallets have a method of their own, which returns them in slices. */
const callable = (Object.keys(operations) as OperationName[]).filter((name) => !name.startsWith('custodians.wallets'))

const largestText = 64 * 1024 * 1024

/** Where main reads a token; it must not pass through the renderer. */
const TokenSource = z.enum(['clipboard', 'file'])

const LockRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('lock') }),
  z.strictObject({ do: z.literal('unlock'), with: z.literal('passphrase'), passphrase: z.string().max(200) }),
  z.strictObject({ do: z.literal('unlock-with'), source: TokenSource.or(z.enum(['button', 'system'])) }),
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

/** The input of an operation is flat, but for lists of texts. The server validates it, and explains what is wrong. */
const Input = z.record(
  z.string().max(64),
  z
    .union([z.string().max(65_536), z.number(), z.boolean(), z.null(), z.array(z.string().max(256)).min(1).max(200)])
    .optional(),
)

/** The profile that the page shows; main may know a newer choice. */
const ShownProfile = ProfileId.nullable()

const ApiCall = z.strictObject({
  profileId: ShownProfile,
  path: z.enum(callable),
  input: Input.optional(),
  idempotencyKey: z.uuid().optional().describe('makes sending the same rotation twice harmless'),
})

const TestRequest = z.union([
  ProfileDraft,
  z.strictObject({
    profileId: ShownProfile,
    ask: z
      .enum(['readiness', 'identity-provider'])
      .describe('whether its server can work; with what people sign in there'),
  }),
])

const SignInRequest = z.union([
  z.strictObject({ profileId: ProfileId, source: TokenSource.or(z.literal('identity-provider')) }),
  z.strictObject({ profileId: ProfileId, cancel: z.literal('identity-provider') }),
])

const FileName = z.string().regex(/^[\w][\w. -]{0,120}\.(csv|json|ndjson|txt)$/, 'must be a plain file name')

/** Whose secret main has just received from the server, where it stays: a token that was created, or a webhook. */
const WithheldFrom = z.strictObject({
  of: z.enum(['token', 'webhook']),
  id: z.string().regex(/^[1-9]\d{0,18}$/),
})
export type WithheldFrom = z.infer<typeof WithheldFrom>

const FileToSave = z.union([
  z.strictObject({ name: FileName, text: z.string().max(largestText) }),
  z.strictObject({ name: FileName, secret: WithheldFrom }),
])

const TextToCopy = z.union([
  z.strictObject({ text: z.string().max(largestText) }),
  z.strictObject({ secret: WithheldFrom }),
  z.strictObject({ forget: z.literal('secret') }),
])

/** `openUntil`: of a session at a server that was removed, as for signing out of it. */
export type ProfileAnswer = SignOutAnswer & { readonly id: string | null; readonly caFile: string | null }

/** What a method returns across the bridge: plain data, never an exception. */
type Reply<Value> = Result<Value, ConsoleFailure>

const channel =
  <Value>() =>
  <Schema extends z.core.$ZodType>(payload: Schema) =>
    ({ payload }) as { payload: Schema; reply: Reply<Value> }

/** The whole bridge: what each method takes and what it returns. */
export const schema = {
  call: channel<ServerReply>()(ApiCall),
  wallets: channel<WalletSlice>()(z.strictObject({ profileId: ShownProfile, request: WalletsRequest })),
  state: channel<ConsoleState>()(z.strictObject({ recheck: z.literal('keychain') }).nullable()),
  profile: channel<ProfileAnswer>()(ProfileRequest),
  signIn: channel<Session | null>()(SignInRequest),
  signOut: channel<SignOutAnswer>()(z.strictObject({ profileId: ProfileId })),
  test: channel<TestAnswer>()(TestRequest),
  lock: channel<null>()(LockRequest),
  settings: channel<null>()(Settings),
  save: channel<{ readonly file: string } | null>()(FileToSave),
  copy: channel<null>()(TextToCopy),
  local: channel<LocalAnswer>()(LocalRequest),
} as const satisfies Record<Method, { payload: z.core.$ZodType; reply: Reply<unknown> }>

export type Payload<Name extends Method> = z.input<(typeof schema)[Name]['payload']>
export type ParsedPayload<Name extends Method> = z.output<(typeof schema)[Name]['payload']>
export type ReplyOf<Name extends Method> = (typeof schema)[Name]['reply']

/** What each event carries. */
export type EventPayloads = {
  readonly state: ConsoleState
  readonly progress: Progress
  /** Name of a command chosen in the menu of the system. */
  readonly command: string
}

/** What the preload gives to the page as `strongroom`. */
export type Bridge = { readonly [Name in Method]: (payload: Payload<Name>) => Promise<ReplyOf<Name>> } & {
  /** Listens until the function it answers is called. */
  on<Name extends Event>(name: Name, listener: (payload: EventPayloads[Name]) => void): () => void
}
