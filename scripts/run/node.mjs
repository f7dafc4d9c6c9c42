import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The machine on which this runs. */
function thisMachine() {
  const { platform, arch, execPath, versions } = process
  return { folder: root, platform, arch, ownPath: execPath, ownVersion: versions.node }
}

/**
 * The Node to use: the one in the packages or the one of the machine, whichever is newer. It must not be too old. There
 * are packages for Linux with glibc on x64 and arm64, and for Windows on x64; other machines need a Node of their own.
 */
export function findNode(machine = thisMachine()) {
  const { folder, platform, arch, ownPath, ownVersion } = machine
  const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [, from, below] = /^>=(\S+) <(\S+)$/.exec(engines.node)
  const isAllowed = ({ version }) => compare(version, from) >= 0 && compare(version, below) < 0
  const installed = fromPackages(machine)
  const candidates = [{ path: ownPath, version: ownVersion }, ...installed.filter(({ path }) => works(path))]
  const [newest] = candidates.filter(isAllowed).sort((a, b) => compare(b.version, a.version))
  if (newest !== undefined) return newest.path
  const why =
    installed.length === 0
      ? `the packages bring none for ${platform} on ${arch}`
      : 'the one that came with the packages does not start here, because it needs glibc'
  throw new Error(
    `Node ${from} or newer is needed: this is ${ownVersion}, and ${why}. Install one (https://nodejs.org) and start again with it.`,
  )
}

function fromPackages({ folder: project, platform, arch }) {
  const folder = join(project, 'node_modules')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith('node-'))
    .flatMap((name) => {
      const description = join(folder, name, 'package.json')
      if (!existsSync(description)) return []
      const { version, os, cpu } = JSON.parse(readFileSync(description, 'utf8'))
      const path = join(folder, name, platform === 'win32' ? 'bin/node.exe' : 'bin/node')
      const fits = [os].flat().includes(platform) && [cpu].flat().includes(arch)
      return fits && existsSync(path) ? [{ path, version }] : []
    })
}

/** Whether a Node starts. A Node for another C library, as on systems with musl, exists but does not start. */
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
