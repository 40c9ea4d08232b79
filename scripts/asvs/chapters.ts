import type { Chapter } from './answer.ts'
import { encoding } from './v01-encoding.ts'
import { validation } from './v02-validation.ts'
import { webFrontend } from './v03-web-frontend.ts'
import { api } from './v04-api.ts'
import { files } from './v05-files.ts'
import { authentication } from './v06-authentication.ts'
import { sessions } from './v07-sessions.ts'
import { authorization } from './v08-authorization.ts'
import { selfContainedTokens } from './v09-self-contained-tokens.ts'
import { oauth } from './v10-oauth.ts'
import { cryptography } from './v11-cryptography.ts'
import { communication } from './v12-communication.ts'
import { configuration } from './v13-configuration.ts'
import { data } from './v14-data.ts'
import { coding } from './v15-coding.ts'
import { logging } from './v16-logging.ts'
import { webrtc } from './v17-webrtc.ts'

/** The chapters of OWASP ASVS 5.0.0, in its order: the first is V1. */
export const chapters: readonly Chapter[] = [
  encoding,
  validation,
  webFrontend,
  api,
  files,
  authentication,
  sessions,
  authorization,
  selfContainedTokens,
  oauth,
  cryptography,
  communication,
  configuration,
  data,
  coding,
  logging,
  webrtc,
]
