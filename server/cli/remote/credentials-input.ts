import type { Command } from 'commander'
import { z } from 'zod'
import { usageError } from '../command-error.ts'
import { parsePath } from '../parse.ts'
import { askSecret, canAsk, readInput } from './secret-input.ts'

/** Where new credentials come from; what is not given is asked for on a terminal. */
export type GivenCredentials = {
  readonly credentials?: string
  readonly apiKeyFile?: string
  readonly secretFile?: string
  readonly tokenFile?: string
}

const path = (text: string) => (text === '-' ? text : parsePath(text))

export const withCredentials = (command: Command): Command =>
  command
    .option('--credentials <file>', 'JSON file with apiKey and secretApiKey, - for standard input', path)
    .option('--api-key-file <file>', 'file with the new API key alone, - for standard input', path)
    .option('--secret-file <file>', 'file with the new secret alone, - for standard input', path)

export type TypedCredentials = { readonly apiKey: string; readonly secretApiKey: string }

const CredentialsFile = z.object({ apiKey: z.string().min(1), secretApiKey: z.string().min(1) })

/** The content is never repeated, not even in the error of a parser. */
async function readCredentialsFile(file: string): Promise<TypedCredentials> {
  const text = await readInput(file)
  try {
    return CredentialsFile.parse(JSON.parse(text))
  } catch {
    throw usageError(
      `${file === '-' ? 'standard input' : file} has no credentials`,
      'It must be a JSON object with the texts apiKey and secretApiKey.',
    )
  }
}

async function readOrAsk(file: string | undefined, name: string, option: string): Promise<string> {
  if (file === undefined && !canAsk())
    throw usageError(`there is no terminal to ask for the ${name}`, `Use ${option} FILE, or --credentials FILE.`)
  const text = (file === undefined ? await askSecret(`New ${name}`) : await readInput(file)).trim()
  if (text) return text
  throw usageError(`the ${name} is empty`, 'Give the one that the provider issued.')
}

function assertOneSource(given: GivenCredentials): void {
  const { credentials, apiKeyFile, secretFile, tokenFile } = given
  if (credentials !== undefined && (apiKeyFile ?? secretFile) !== undefined)
    throw usageError('--credentials has both keys', 'Omit --api-key-file and --secret-file.')
  if ([credentials, apiKeyFile, secretFile, tokenFile].filter((file) => file === '-').length > 1)
    throw usageError('standard input can be read only once', 'Use - for one of the options.')
}

/** The new credentials from files, standard input or a person, never from the command line. */
export async function readCredentials(given: GivenCredentials): Promise<TypedCredentials> {
  assertOneSource(given)
  if (given.credentials !== undefined) return readCredentialsFile(given.credentials)
  return {
    apiKey: await readOrAsk(given.apiKeyFile, 'API key', '--api-key-file'),
    secretApiKey: await readOrAsk(given.secretFile, 'API secret', '--secret-file'),
  }
}
