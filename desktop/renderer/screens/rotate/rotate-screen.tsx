import { Page } from '../../parts/page.tsx'

export function RotateScreen() {
  return <Page title="RotateScreen">{null}</Page>
}
