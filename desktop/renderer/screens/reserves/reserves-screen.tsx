import { Page } from '../../parts/page.tsx'

export function ReservesScreen() {
  return <Page title="ReservesScreen">{null}</Page>
}
