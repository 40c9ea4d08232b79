import { Page } from '../../parts/page.tsx'

export function ShortcutsScreen() {
  return <Page title="ShortcutsScreen">{null}</Page>
}
