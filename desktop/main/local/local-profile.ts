import type { Profile } from '../../bridge/profiles.ts'
import { t } from '../../words/words.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import type { LocalFolder } from './folder.ts'

/** The profiles of this machine's own server. Tokens are stored under these ids, so they never change. */
const ids = {
  real: '6f1d2c0e-3b5a-4c8e-9a47-1d0b7e5f2c31',
  demo: 'b7a94e52-0c6d-4f1b-8e23-5a9c3d7f6e10',
} as const

type Kind = { readonly isDemo: boolean }

export const localProfileId = ({ isDemo }: Kind): string => (isDemo ? ids.demo : ids.real)

/** Which server of this machine the profile belongs to; null for a server elsewhere. */
export const localKindOf = ({ kind, id }: Pick<Profile, 'kind' | 'id'>): Kind | null =>
  kind === 'local' ? { isDemo: id === ids.demo } : null

const newProfile = ({ isDemo }: Kind, url: string): Profile => ({
  id: localProfileId({ isDemo }),
  kind: 'local',
  name: isDemo ? t('localServer:demoName') : t('thisMachine'),
  url,
  environment: {
    label: isDemo ? t('localServer:demoLabel') : t('thisMachine'),
    colour: isDemo ? 'teal' : 'blue',
    isProduction: !isDemo,
  },
  caFile: null,
})

/** Saves the address of the server in its profile; the port is another one at each start. */
export function saveAddress(file: ConsoleFile, folder: LocalFolder, url: string): void {
  const id = localProfileId(folder)
  const { profiles } = file.current()
  const known = profiles.find((each) => each.id === id)
  if (known?.url === url) return
  const profile = known ? { ...known, url } : newProfile(folder, url)
  file.change({ profiles: known ? profiles.map((each) => (each.id === id ? profile : each)) : [...profiles, profile] })
}
