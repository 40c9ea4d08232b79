import { Page } from '../../parts/page.tsx'

export function AuditScreen() {
  return <Page title="AuditScreen">{null}</Page>
}
