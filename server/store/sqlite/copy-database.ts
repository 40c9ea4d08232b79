import { join } from 'node:path'
import type { AnchorState } from '../inspection.ts'
import { anchorHead, anchorState } from './anchor.ts'
import { connect } from './connection.ts'
import { unlessDamaged } from './damage.ts'

/**
 * Copies the database of a data folder, as it stands at one moment, into an empty folder, with an anchor that fits the copy.
 * Writers need not stop. Answers the original's anchor, read first: a sound copy reaches it.
 */
export function copyDatabase(dataDir: string, folder: string): AnchorState {
  const anchor = anchorState(join(dataDir, 'audit.anchor'))
  const copy = join(folder, 'strongroom.db')
  unlessDamaged(() => {
    using original = closing(connect(join(dataDir, 'strongroom.db'), { readonly: true }))
    original.db.prepare('VACUUM INTO ?').run(copy)
  })
  using made = closing(connect(copy, { readonly: false }))
  anchorHead(made.db, join(folder, 'audit.anchor'))
  return anchor
}

const closing = (db: ReturnType<typeof connect>) => ({ db, [Symbol.dispose]: () => void db.close() })
