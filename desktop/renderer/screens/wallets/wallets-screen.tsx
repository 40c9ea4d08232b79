import { useCustodian } from '../../data/use-custodian.ts'
import { Wallets } from './wallets.tsx'

/** The wallets of the custodian of the address; the screen around it has read which custodian that is. */
export function WalletsScreen() {
  const custodian = useCustodian()
  if (!custodian) return null
  return <Wallets key={custodian.id} custodianId={custodian.id} tenantId={custodian.tenantId} />
}
