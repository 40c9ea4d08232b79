import { Link } from '@tanstack/react-router'
import { PlainText } from '../../parts/plain-text.tsx'
import { AgeOfKeys } from './age-of-keys.tsx'
import classes from './custodian-cells.module.css'
import type { CustodianRow } from './custodian-rows.ts'
import { StateBadge } from './state-badge.tsx'

export function CustodianCells({ row }: { readonly row: CustodianRow }) {
  return (
    <>
      <th scope="row">
        <Link to="/custodians/$custodianId" params={{ custodianId: row.id }} className={classes.link}>
          <PlainText text={row.name} isOneLine />
        </Link>
      </th>
      <td>
        <StateBadge state={row.state} />
      </td>
      <td className={classes.cell}>
        <AgeOfKeys row={row} />
      </td>
      <td>{row.providerTitle}</td>
      <td className={classes.cell}>
        <PlainText text={row.tenantName} isOneLine />
      </td>
    </>
  )
}
