#!/usr/bin/env node
// electron-builder makes a deb with fpm; this takes fpm's place (CUSTOM_FPM_PATH) where dpkg-deb is.
import { fileURLToPath } from 'node:url'
import { buildDeb } from './deb/build-deb.ts'
import { parseFpmOptions } from './deb/options.ts'

buildDeb(parseFpmOptions(process.argv.slice(2)), fileURLToPath(new URL('../..', import.meta.url)))
