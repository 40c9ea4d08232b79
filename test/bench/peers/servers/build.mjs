import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from '@swc/core'

/** Compiles the Nest server, whose decorators Node does not read: as `nest build` with its swc builder does. */
const { code } = transformSync(readFileSync(join(import.meta.dirname, 'nest-typeorm.ts'), 'utf8'), {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    target: 'es2022',
  },
  module: { type: 'es6' },
})
mkdirSync(join(import.meta.dirname, 'out'), { recursive: true })
writeFileSync(join(import.meta.dirname, 'out/nest-typeorm.mjs'), code)
