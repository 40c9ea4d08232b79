import { Page } from '../../parts/page.tsx'

export function AboutScreen() {
  return <Page title="AboutScreen">{null}</Page>
}
