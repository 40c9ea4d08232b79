import { Page } from '../../parts/page.tsx'

export function LockScreen() {
  return <Page title="LockScreen">{null}</Page>
}
