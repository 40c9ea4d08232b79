import { renameSync, writeFileSync } from 'node:fs'
import { endModuleProcesses } from '../../../server/vault/holders/pkcs11/module-process.ts'
import type { HolderKind, Trouble } from './scene.ts'
import { createToken, missingSofthsm, moduleProcessIds, tokenFolder } from './softhsm.ts'

/** Debian's SoftHSM: a real PKCS #11 module, whose tokens are files. */
export const softhsm: HolderKind = {
  name: 'SoftHSM by PKCS #11',
  missing: missingSofthsm(),
  async start(folder) {
    const token = createToken(folder)
    token.makeKey({ label: 'kek' })
    const away = `${tokenFolder(folder)}.away`
    let repair = () => {}
    const remove = () => {
      renameSync(tokenFolder(folder), away)
      repair = () => renameSync(away, tokenFolder(folder))
    }
    const faults: Partial<Record<Trouble, () => void>> = {
      hang: () => moduleProcessIds().forEach((pid) => void process.kill(pid, 'SIGSTOP')),
      'hang-up': remove,
      busy: remove,
      denied() {
        endModuleProcesses()
        writeFileSync(token.pinFile, 'wrong-pin')
        repair = () => writeFileSync(token.pinFile, token.pin)
      },
      disabled() {
        token.allowDecryption('kek', false)
        repair = () => token.allowDecryption('kek', true)
      },
      deleted: () => token.deleteKeys('kek'),
      'replaced-by-another'() {
        token.deleteKeys('kek')
        token.makeKey({ label: 'kek' })
      },
    }
    return {
      uri: token.uriOf('object=kek'),
      secret: token.pin,
      trouble: (kind) => faults[kind]?.(),
      repair() {
        repair()
        repair = () => {}
      },
      makeVersion: null,
      troubles: {
        hang: 'unreachable',
        'hang-up': 'unreachable',
        denied: 'denied',
        disabled: 'disabled',
        deleted: 'missing',
        'replaced-by-another': 'missing',
      },
      async [Symbol.asyncDispose]() {
        endModuleProcesses()
        token[Symbol.dispose]()
      },
    }
  },
}
