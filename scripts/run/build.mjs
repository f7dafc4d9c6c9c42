import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const stamp = join(root, 'web/dist/.build-stamp')
const SOURCES = ['web', 'contract/src', 'package-lock.json']

/** Builds the web app if one of its sources has changed since the last build. */
export async function build(tool) {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the web app …')
  const code = await tool('node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn')
  if (code !== 0) throw new Error('The web app could not be built.')
  writeFileSync(stamp, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, join(root, source))
  return hash.digest('hex')
}

function addTo(hash, path) {
  if (!statSync(path).isDirectory()) {
    hash.update(path.slice(root.length)).update(readFileSync(path))
    return
  }
  for (const name of readdirSync(path).sort()) {
    if (name !== 'dist' && name !== 'node_modules' && !name.includes('.test.')) addTo(hash, join(path, name))
  }
}
