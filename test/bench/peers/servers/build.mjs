import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Compiles the Nest server, whose decorators Node does not read, as `nest build` does. */
const { outputText } = ts.transpileModule(readFileSync(join(import.meta.dirname, 'nest-typeorm.ts'), 'utf8'), {
  compilerOptions: {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    useDefineForClassFields: false,
  },
})
mkdirSync(join(import.meta.dirname, 'out'), { recursive: true })
writeFileSync(join(import.meta.dirname, 'out/nest-typeorm.mjs'), outputText)
