import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export type Display = AsyncDisposable & { readonly env: NodeJS.ProcessEnv; readonly switches: readonly string[] }

type As = { readonly home: string; readonly user: { readonly uid?: number; readonly gid?: number } }

/** A Wayland compositor that draws to no screen; its socket lies in `home`. */
export async function startWeston({ home, user }: As): Promise<Display> {
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home }
  const name = 'strongroom-test'
  const args = ['--backend=headless-backend.so', `--socket=${name}`, '--idle-time=0']
  const weston = spawn('weston', args, { env, stdio: 'ignore', ...user })
  for (let tries = 0; !existsSync(join(home, name)); tries += 1) {
    if (tries > 200 || weston.exitCode !== null) throw new Error('weston does not run')
    await setTimeout(50)
  }
  return {
    // In full, for who has another XDG_RUNTIME_DIR.
    env: { PATH: env.PATH, HOME: home, WAYLAND_DISPLAY: join(home, name) },
    switches: ['--ozone-platform=wayland'],
    async [Symbol.asyncDispose]() {
      const ended = once(weston, 'exit')
      weston.kill('SIGTERM')
      await ended
    },
  }
}
