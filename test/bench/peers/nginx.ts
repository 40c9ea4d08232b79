import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../harness/free-port.ts'
import type { ChildServer } from '../child-server.ts'
import { cpuOfFamily } from './postgres.ts'

const configuration = (folder: string, file: string, port: number) => `
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  default_type application/json;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    location / { root ${dirname(file)}; try_files /${file.split('/').at(-1)} =404; }
  }
}`

/** nginx with one worker that sends a file; null where it is not installed. */
export async function startNginx(file: string): Promise<ChildServer | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const folder = join(dirname(file), 'nginx')
  mkdirSync(folder)
  chmodSync(dirname(file), 0o755)
  const port = await freePort()
  const configurationFile = join(folder, 'nginx.conf')
  writeFileSync(configurationFile, configuration(folder, file, port))
  const child = spawn('nginx', ['-p', folder, '-c', configurationFile, '-g', 'daemon off;'], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))?.ok) await wait(100)
  const pid = child.pid as number
  const cpu = () => cpuOfFamily(pid)
  return {
    url,
    pid,
    cpu: () => ({ mainThread: cpu(), allThreads: cpu() }),
    memory: () => 0,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
