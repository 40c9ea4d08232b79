import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { localProfileId } from '../../../desktop/main/local/local-profile.ts'
import { createMemoryVault } from '../../../desktop/main/tokens/token-vault.ts'
import { mintToken } from '../../../server/access/token-text.ts'
import { contractVersion } from '../../../shared/contract-version.ts'
import { Secret } from '../../../shared/secret.ts'
import { startTestServer } from '../../harness/server.ts'
import { codeOf, openWindowlessConsole, profileAt, valueIn } from './windowless-console.ts'

/** A program of another user that listens where this machine's own server once did, and says what a server says. */
async function squatter() {
  const heard: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    heard.push(headers.authorization)
    response.setHeader('api-supported-versions', contractVersion).setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ isSuccess: true, value: { status: 'ok' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    tokens: () => heard.filter((each) => each !== undefined),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function deskWithOldAddress(url: string, token: string) {
  const keychain = createMemoryVault()
  const local = { ...profileAt(url), id: localProfileId({ isDemo: false }), kind: 'local' } as const
  await keychain.write(local.id, new Secret(token))
  return { desk: await openWindowlessConsole({ profiles: [local], keychain }), local }
}

test('a connection test of the stopped local server sends no token to another process on its old address', async () => {
  await using stranger = await squatter()
  const { desk, local } = await deskWithOldAddress(stranger.url, mintToken())
  await using _ = desk
  const { kind: _kind, ...draft } = local
  await desk.ask('test', draft)
  expect(stranger.tokens()).toEqual([])
})

test('signing in to the stopped local server sends no token to another process on its old address', async () => {
  await using stranger = await squatter()
  const { desk, local } = await deskWithOldAddress(stranger.url, mintToken())
  await using _ = desk
  await desk.signIn(local.id, mintToken())
  expect(stranger.tokens()).toEqual([])
})

test('a call that waited for the keychain sends no token to the former server of its profile', async () => {
  await using before = await squatter()
  await using server = await startTestServer()
  const kept = createMemoryVault()
  let answered: Promise<void> | null = null
  const read: typeof kept.read = async (profileId) => {
    await answered
    return kept.read(profileId)
  }
  await using desk = await openWindowlessConsole({ urls: [before.url], keychain: { ...kept, read } })
  const [id = ''] = desk.ids
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = promise
  const calling = desk.ask('call', { profileId: id, path: 'session.whoAmI' })
  await desk.ask('profile', { do: 'save', profile: { ...profileAt(server.url), id } })
  valueIn(await desk.signIn(id, await server.token()))
  resolve()
  expect(codeOf(await calling)).toBe('NoSuchProfile')
  expect(before.tokens()).toEqual([])
})
