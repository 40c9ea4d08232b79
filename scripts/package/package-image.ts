import { fileURLToPath } from 'node:url'
import { buildImage } from './image/build-image.ts'

const [output = fileURLToPath(new URL('../../dist', import.meta.url))] = process.argv.slice(2)
console.log(await buildImage(output))
