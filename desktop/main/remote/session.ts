import type { Session } from '../../../shared/session.ts'
import type { Answer } from '../../bridge/answer.ts'
import type { ApiForwarder, Caller } from './api-forwarder.ts'

/** Whose token it is and what it may do; also for a token that is not kept yet. */
export const whoAmI = (forwarder: ApiForwarder, caller: Caller): Promise<Answer<Session>> =>
  forwarder.forward(caller, { path: 'session.whoAmI', input: {} }) as Promise<Answer<Session>>
