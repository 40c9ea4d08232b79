#!/usr/bin/env node
// electron-builder makes a deb with fpm; this takes fpm's place (CUSTOM_FPM_PATH) where dpkg-deb is.
import { fileURLToPath } from 'node:url'
import { buildDeb } from './deb/build-deb.ts'
import { parseFpmOptions } from './deb/options.ts'
import { packageDocuments } from './documents/documents.ts'

const options = parseFpmOptions(process.argv.slice(2))
// A package of another name has no command line of ours.
const files = options.name === 'strongroom' ? await packageDocuments(options) : new Map<string, string>()
buildDeb(options, fileURLToPath(new URL('../..', import.meta.url)), files)
