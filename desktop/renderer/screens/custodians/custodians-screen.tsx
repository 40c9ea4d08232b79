import { Page } from '../../parts/page.tsx'

export function CustodiansScreen() {
  return <Page title="CustodiansScreen">{null}</Page>
}
