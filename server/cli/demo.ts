import type { Command } from 'commander'
import { demoCustodians, demoTenants } from '../demo/demo-data.ts'
import { type Demo, fillDemo } from '../demo/fill-demo.ts'
import { samplesIn } from '../demo/samples.ts'
import { nameOfDatabase } from '../store/database-place.ts'
import { actorOf } from './actor.ts'
import { type FolderOptions, folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber } from './output.ts'

const toJson = ({ tokens, credentials }: Demo) => ({
  tokens,
  tenants: demoTenants.map(({ tenantId, name }) => ({ id: idAsNumber(tenantId), name })),
  custodians: demoCustodians.map(({ custodianId, tenantId, name, provider }) => ({
    id: idAsNumber(custodianId),
    tenantId: idAsNumber(tenantId),
    name,
    provider,
  })),
  credentials: credentials.map(({ custodianId, apiKey, secretApiKey, simulatorMode }) => ({
    custodianId: idAsNumber(custodianId),
    apiKey,
    secretApiKey,
    simulatorMode,
  })),
})

const createdIn = ({ dataDir, database }: FolderOptions) =>
  database
    ? [
        `Created a demo in ${nameOfDatabase(database)}; its keys are in ${dataDir}.`,
        `Serve it with the same --store: strongroom serve --data ${dataDir}`,
      ]
    : [`Created a demo in ${dataDir}. Serve it with: strongroom serve --data ${dataDir}`]

const toText = ({ tokens }: Demo, options: FolderOptions) =>
  [
    ...createdIn(options),
    'Tokens, valid for 24 hours and shown only once:',
    ...Object.entries(tokens).map(([holder, token]) => `  ${holder.padEnd(18)} ${token}`),
    `Request bodies of rotations that succeed and fail are in ${samplesIn(options.dataDir)}.`,
  ].join('\n')

async function makeDemo(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  const demo = await fillDemo(options, actorOf('demo'))
  answer(options, toJson(demo), () => toText(demo, options))
}

export const addDemo = (program: Command): void => void withFolderOptions(program.command('demo')).action(makeDemo)
