import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { copyContext } from './build-context.ts'
import { type Instruction, stages } from './dockerfile.ts'
import { productionPackages } from './installed-packages.ts'
import { root } from './settings.ts'

/**
 * Time limit of the hook that removes a folder with packages. A slow disk may need longer for their files than the
 * minute that hooks have otherwise.
 */
const REMOVED_WITHIN_MS = 300_000
/** The folder of the packages that are workspaces of this project. */
const WORKSPACES = '@tonarchiv'

/** A built image, without the files of its base. */
export interface BuiltImage {
  /** The folder that is `/` in the container. */
  folder: string
  /** The working directory of the image's commands. */
  workdir: string
  env: Record<string, string>
  command: string[]
  healthcheck: string[]
}

/**
 * Builds the image as Docker would: from the files of the build context alone, each stage in a clean folder, with the
 * commands of the Dockerfile. Because there are no containers here, two things differ. This machine takes the place of
 * the base image. The packages of `npm ci` are those that are installed here, after npm has checked that it could
 * install them. No file of the result is writable. It is removed after the test.
 */
export function buildImage(): BuiltImage {
  const work = mkdtempSync(join(tmpdir(), 'tonarchiv-image-'))
  onTestFinished(() => rm(work, { recursive: true, force: true }), REMOVED_WITHIN_MS)
  chmodSync(work, 0o755)
  const context = join(work, 'context')
  copyContext(root('.'), context)
  const built = new Map<string, BuiltImage>()
  let last: BuiltImage | undefined
  for (const [index, { base, name, steps }] of stages().entries()) {
    const folder = join(work, `stage-${index}`)
    const before = built.get(base)
    if (before === undefined) mkdirSync(folder)
    else cpSync(before.folder, folder, { recursive: true, verbatimSymlinks: true })
    last = {
      ...(before ?? { workdir: '/', env: {}, command: [], healthcheck: [] }),
      folder,
    }
    for (const step of steps) take(last, step, (from) => built.get(from)?.folder, context)
    if (name !== undefined) built.set(name, last)
  }
  if (last === undefined) throw new Error('The Dockerfile has no stage')
  const app = last.folder + last.workdir
  execFileSync('chmod', ['-R', 'a-w,a+rX', app])
  // Makes the files writable before they are removed. These functions run in reverse order.
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', app]))
  return last
}

function take(
  image: BuiltImage,
  { word, rest }: Instruction,
  stageOf: (name: string) => string | undefined,
  context: string,
): void {
  switch (word) {
    case 'WORKDIR':
      image.workdir = resolve(image.workdir, rest)
      mkdirSync(image.folder + image.workdir, { recursive: true })
      break
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g))
        image.env[name] = value.replace('$PATH', process.env['PATH'] ?? '')
      break
    case 'COPY':
      copy(image, rest, stageOf, context)
      break
    case 'RUN':
      for (const command of rest.split(' && ')) run(image, command)
      break
    case 'CMD':
      image.command = listOf(rest)
      break
    case 'HEALTHCHECK':
      image.healthcheck = listOf(rest.slice(rest.indexOf('CMD ') + 'CMD '.length))
      break
    default:
  }
}

const listOf = (json: string) => z.parse(z.array(z.string()), JSON.parse(json))

/** A folder as a source means its content. If the target ends with a slash, a file keeps its name. */
function copy(
  { folder, workdir }: BuiltImage,
  rest: string,
  stageOf: (name: string) => string | undefined,
  context: string,
): void {
  const words = rest.split(' ')
  const from = words[0]?.startsWith('--from=') === true ? words.shift() : undefined
  const source = from === undefined ? context : stageOf(from.slice('--from='.length))
  if (source === undefined) throw new Error(`There is no stage ${from}`)
  const target = words.pop() ?? ''
  for (const path of words) {
    const to = folder + resolve(workdir, target)
    linkFiles(join(source, path), target.endsWith('/') ? join(to, basename(path)) : to)
  }
}

function run({ folder, workdir }: BuiltImage, command: string): void {
  const cwd = folder + workdir
  const env = {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: process.env['HOME'],
  }
  if (!command.startsWith('npm ci ')) {
    // Absolute paths in the command refer to the image, and its accounts do not exist on this machine.
    const here = command.replaceAll(/--(?:owner|group)=\w+ /g, '').replaceAll(/(?<= )\/(?=\w)/g, `${folder}/`)
    execFileSync('sh', ['-c', here], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
    return
  }
  const words = command.split(' ')
  execFileSync('npm', [...words.slice(1), '--dry-run'], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (!words.includes('--omit=dev')) {
    linkPackages(join(cwd, 'node_modules'))
    return
  }
  const workspaces = words.filter((_word, index) => words[index - 1] === '--workspace')
  for (const path of productionPackages(workspaces))
    cpSync(root(path), join(cwd, path), { recursive: true, verbatimSymlinks: true })
  mkdirSync(join(cwd, 'node_modules', WORKSPACES), { recursive: true })
  for (const name of workspaces) symlinkSync(`../../${name}`, join(cwd, 'node_modules', WORKSPACES, name))
}

/**
 * Links to the packages that are installed here. Modules of a package find other packages here, and the sources of the
 * image find the packages of the image, of which those of the workspaces are its own.
 */
function linkPackages(target: string): void {
  mkdirSync(target)
  // Names with a dot are caches and notes of tools.
  const names = readdirSync(root('node_modules')).filter(
    (name) => !name.startsWith('.') && name !== WORKSPACES,
  )
  for (const name of names) symlinkSync(root(`node_modules/${name}`), join(target, name))
  cpSync(root(`node_modules/${WORKSPACES}`), join(target, WORKSPACES), {
    recursive: true,
    verbatimSymlinks: true,
  })
}

/**
 * Creates hard links, which need less time than copies; copies the files where `cp` has no such options. No command
 * changes a file that an earlier stage or the build context also has.
 */
function linkFiles(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  try {
    execFileSync('cp', ['-alT', source, target], { stdio: 'ignore' })
  } catch {
    rmSync(target, { recursive: true, force: true })
    cpSync(source, target, { recursive: true, verbatimSymlinks: true })
  }
}
