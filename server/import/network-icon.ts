import { faultOfIcon, iconRule } from '../../shared/network-icon.ts'
import type { Column } from './column.ts'

export const networkIcon: Column<string> = {
  json: ['string'],
  rule: iconRule,
  faultOf: faultOfIcon,
  parse: (text) => (faultOfIcon(text) === null ? text : undefined),
}
