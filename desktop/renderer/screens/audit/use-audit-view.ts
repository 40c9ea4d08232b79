import { useProfileState } from '../../session/use-profile-state.ts'
import { everything } from './audit-view.ts'

/** What is asked for; links to the screen may set it. */
export const useAuditView = () => useProfileState('audit', everything)
