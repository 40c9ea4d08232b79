import { fileURLToPath } from 'node:url'
import { buildServerPackage } from './server/build-server-package.ts'

console.log(await buildServerPackage(fileURLToPath(new URL('../../dist', import.meta.url))))
