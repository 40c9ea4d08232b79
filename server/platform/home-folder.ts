import { homedir } from 'node:os'

/** The home of this user. One without a home or an account, as in some containers, has none that could be created. */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}
