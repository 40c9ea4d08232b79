import type { ModuleAnswer, ModuleRequest } from './messages.ts'
import { createTokens, openModule, type Tokens } from './token.ts'
import { TokenError, tokenErrorOf } from './token-error.ts'

/**
 * The process in which a module runs: its code is the vendor's, may block for minutes and may crash, and starts again only
 * in a new process. It ends with the one that asks it.
 */
const [, , path = ''] = process.argv

function open(): Tokens | TokenError {
  try {
    return createTokens(openModule(path))
  } catch (error) {
    const nextStep = 'Check module-path, and that the module finds its configuration.'
    const why = (error as Error).message.split('\n')[0]
    return new TokenError('unreachable', `${path} cannot be loaded (${why})`, { nextStep, isFatal: true })
  }
}

const tokens = open()

function answerTo({ id, ...request }: ModuleRequest): ModuleAnswer {
  try {
    if (tokens instanceof TokenError) throw tokens
    return { id, ok: true, data: tokens.perform(request) }
  } catch (error) {
    return { id, ok: false, problem: tokenErrorOf(error, path).problem }
  }
}

process.on('message', (request: ModuleRequest) => process.send?.(answerTo(request)))
process.on('disconnect', () => process.exit())
process.send?.('ready')
