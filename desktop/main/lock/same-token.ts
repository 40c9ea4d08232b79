import { createHash, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../../shared/secret.ts'

const digestOf = (token: Secret) => createHash('sha256').update(token.reveal()).digest()

/** Compared in constant time, also where their lengths differ. */
export const isSameToken = (one: Secret, other: Secret): boolean => timingSafeEqual(digestOf(one), digestOf(other))
