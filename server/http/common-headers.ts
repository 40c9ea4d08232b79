import { contractVersion } from '../../shared/contract-version.ts'

/** What every answer carries, whatever became of the request. */
export const commonHeaders = (requestId: string) => ({
  'request-id': requestId,
  'api-supported-versions': contractVersion,
  'x-content-type-options': 'nosniff',
})
