import { Page } from '../../parts/page.tsx'

export function ThisMachineScreen() {
  return <Page title="ThisMachineScreen">{null}</Page>
}
