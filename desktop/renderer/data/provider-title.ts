import { ProviderId, providers } from '../../../shared/providers.ts'
import { isKnown, type Word } from '../../bridge/new-words.ts'

/** What a provider is called; one that only a newer server knows keeps its word. */
export const providerTitle = (provider: Word<ProviderId>): string =>
  isKnown(ProviderId, provider) ? providers[provider].title : provider
