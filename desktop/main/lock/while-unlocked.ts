import type { Dialogs } from '../platform.ts'

/** Dialogs of which one that was open when the console was locked chooses nothing. */
export function whileUnlocked(dialogs: Dialogs, isLocked: () => boolean): Dialogs {
  const unlessLocked = async <Choice>(choice: Promise<Choice | null>): Promise<Choice | null> => {
    const chosen = await choice
    return isLocked() ? null : chosen
  }
  return {
    pickFile: (...asked) => unlessLocked(dialogs.pickFile(...asked)),
    pickFiles: (...asked) => unlessLocked(dialogs.pickFiles(...asked)),
    pickTarget: (...asked) => unlessLocked(dialogs.pickTarget(...asked)),
    reveal: dialogs.reveal,
  }
}
