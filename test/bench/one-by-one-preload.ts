// Preloaded into a server whose writer finds no second write waiting: each write gets a commit of its own.
import { syncBuiltinESMExports } from 'node:module'
import workers from 'node:worker_threads'

workers.receiveMessageOnPort = () => undefined
syncBuiltinESMExports()
