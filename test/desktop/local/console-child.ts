import { forkOf } from '../../../desktop/main/local/child.ts'
import { createLocalServer } from '../../../desktop/main/local/local-server.ts'
import { forkWithNode } from './fork-with-node.ts'

/** Plays the console until it is killed: `ENTRY FOLDER`. Prints the address of its server. */
const [entry = '', dataRoot = ''] = process.argv.slice(2)
const server = createLocalServer({ fork: forkOf(forkWithNode, entry), dataRoot, onChange: () => {} })
process.stdout.write(`${JSON.stringify(await server.start({ withDemo: false }))}\n`)
