import { importFiles } from '../../server/import/import-files.ts'
import type { WorkProgress } from '../../server/platform/progress.ts'
import { dataOf } from '../store/engines.ts'

/** Imports a file and is killed in the middle of it: node killed-child.ts FOLDER FILE */
const [folder = '', file = ''] = process.argv.slice(2)

/** No warning, no clean-up, while the store is at work. */
function killMidway({ doneBytes, allBytes }: WorkProgress): void {
  if (doneBytes > allBytes / 2) process.kill(process.pid, 'SIGKILL')
}

await importFiles(await dataOf(folder).open(), [file], { onProgress: killMidway })
