// Holds a write transaction open, with changes that no one else may see, until its input ends: node hold-child.ts FILE HOW
import { once } from 'node:events'
import Database from 'better-sqlite3'

const [file = '', how = ''] = process.argv.slice(2)
const db = new Database(file)
db.pragma('cache_size = 5')
db.exec(how)
db.exec("UPDATE custodians SET name = 'not committed'")
process.stdout.write('held\n')
process.stdin.resume()
await once(process.stdin, 'end')
process.stdout.write(db.inTransaction ? 'still held\n' : 'lost\n')
db.exec('ROLLBACK')
db.close()
