import { FuseState, FuseV1Options } from '@electron/fuses'

const { ENABLE, DISABLE } = FuseState

/** What `getCurrentFuseWire` reads of a program that keeps others from running code in it. */
export const closedFuses = {
  [FuseV1Options.RunAsNode]: DISABLE,
  [FuseV1Options.EnableCookieEncryption]: DISABLE,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
  [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
  [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
}
