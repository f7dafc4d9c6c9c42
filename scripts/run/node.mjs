import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The Node to run with: the one that came with the packages or the machine's own, whichever is newer and allowed. */
export function findNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [, from, below] = /^>=(\S+) <(\S+)$/.exec(engines.node)
  const isAllowed = ({ version }) => compare(version, from) >= 0 && compare(version, below) < 0
  const candidates = [{ path: process.execPath, version: process.versions.node }, ...fromPackages()].filter(
    isAllowed,
  )
  candidates.sort((a, b) => compare(b.version, a.version))
  const [newest] = candidates
  if (newest === undefined) {
    throw new Error(
      `Node ${from} or newer is needed (this is ${process.versions.node}). Install it and start again.`,
    )
  }
  return newest.path
}

function fromPackages() {
  const folder = join(root, 'node_modules')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith('node-'))
    .flatMap((name) => {
      const description = join(folder, name, 'package.json')
      if (!existsSync(description)) return []
      const { version, os, cpu } = JSON.parse(readFileSync(description, 'utf8'))
      const path = join(folder, name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
      const fits = os?.includes(process.platform) === true && cpu?.includes(process.arch) === true
      return fits && existsSync(path) && works(path) ? [{ path, version }] : []
    })
}

/** A binary for another C library is there but does not start. */
function works(path) {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function compare(a, b) {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
