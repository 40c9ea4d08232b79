import { Page } from '../../parts/page.tsx'

export function WalletsScreen() {
  return <Page title="WalletsScreen">{null}</Page>
}
