/** What may lie in a checkout next to the built console and must not be shipped. */
export const strayFiles = [
  '.env',
  'out/main/index.js.map',
  'out/server/.env',
  'server/main.mjs',
  'test/some.test.ts',
  'node_modules/vitest/package.json',
] as const
