import { Page } from '../../parts/page.tsx'

export function ConnectScreen() {
  return <Page title="ConnectScreen">{null}</Page>
}
