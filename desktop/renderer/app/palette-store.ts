import { createSpotlight } from '@mantine/spotlight'

/** What is typed and chosen in the command palette, and the way to open it. */
export const [paletteStore, palette] = createSpotlight()
