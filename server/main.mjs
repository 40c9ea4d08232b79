#!/usr/bin/env node
import module, { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentProgram } from './platform/compiled-program.mjs'
import { installNode, isNodeTooOld, neededNode, nodePackage, packagedNode } from './platform/packaged-node.mjs'

const installPackages = 'Run "npm start", or "npm ci --ignore-scripts", in its folder'

function giveUp(cause, nextStep) {
  process.stderr.write(`strongroom: ${cause}. ${nextStep}.\n`)
  process.exit(1)
}

/** Runs the same command line with the other Node and ends as it ends. */
async function runWith(node) {
  const { spawn } = await import('node:child_process')
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', ({ message }) => giveUp(`${node} does not start (${message})`, `Please ${installNode}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

function runWithPackagedNode() {
  const node = packagedNode()
  if (node) return runWith(node)
  giveUp(
    `Node ${neededNode} is required, and this is Node ${process.versions.node}`,
    nodePackage() ? `${installPackages}, which brings one, or ${installNode}` : `Please ${installNode}`,
  )
}

/** Caches compiled code for the next start; the variable does the same for the writer thread. About 30 MB. */
function keepCompiledCode() {
  process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('../node_modules/.cache/strongroom', import.meta.url))
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
}

const runSources = () =>
  import('./cli/run.ts').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    giveUp('its packages are not installed', installPackages)
  })

async function runHere() {
  keepCompiledCode()
  const program = currentProgram()
  const { run } = program ? createRequire(import.meta.url)(join(program, 'strongroom.js')) : await runSources()
  await run(process.argv.slice(2))
}

if (isNodeTooOld) void runWithPackagedNode()
else void runHere()
