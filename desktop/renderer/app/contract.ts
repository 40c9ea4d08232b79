import { contractVersion } from '../../../shared/contract-version.ts'

type Generation = 'same' | 'newer' | 'older' | 'other'

function numbersOf(version: string) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return { major, minor }
}

/** How the server's contract compares with that of this console: `other` where one of them may have removed something. */
export function generationOf(serverContract: string, ownContract: string = contractVersion): Generation {
  const server = numbersOf(serverContract)
  const own = numbersOf(ownContract)
  if (server.major !== own.major) return 'other'
  if (server.minor === own.minor) return 'same'
  return server.minor > own.minor ? 'newer' : 'older'
}
