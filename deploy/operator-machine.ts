import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { root } from './settings.ts'

const run = promisify(execFile)
/** Options of `unshare`: the machine has its own mounts and processes, which end with it. */
const OWN_MACHINE = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const PROGRAMS = ['git', 'npm', 'curl', 'openssl', 'useradd', 'usermod', 'runuser', 'setpriv', 'setsid']
const ENDS_WITHIN_MS = 390_000

/**
 * The script that prepares the machine before each run. It gives the machine its own /etc, /opt, /var, /mnt, /tmp and
 * /usr/local/bin.
 */
const PREPARATION = readFileSync(root('deploy/stand-ins/machine.sh'), 'utf8')

/** A script that is made from a part of a page, and its name. */
export type Step = readonly [name: string, script: string]

export interface OperatorMachine {
  /** The URL of the repository, which is a path on the machine. */
  repository: string
  /**
   * Runs the scripts in one shell, in their order, until one fails.
   * @returns their outputs by name
   */
  walk: (steps: readonly Step[]) => Promise<ReadonlyMap<string, string>>
}

/** The reason why such a machine cannot be created here; undefined if it can. */
export function whyNoMachine(): string | undefined {
  try {
    execFileSync('unshare', [...OWN_MACHINE, 'mount', '--bind', '/mnt', '/mnt'], { stdio: 'ignore' })
  } catch {
    return 'a machine of its own needs Linux, root, and a container that may mount'
  }
  const missing = PROGRAMS.filter((name) => {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
      return false
    } catch {
      return true
    }
  })
  return missing.length === 0 ? undefined : `the pages call ${missing.join(', ')}, which is not installed`
}

/**
 * A machine on which operators work as root, with a music folder in /mnt/originals. Its system folders are copies,
 * which are removed after the test. The repository contains the files of this checkout as the version `v1`, and on the
 * branch `next` a version with one more migration. Its packages and its built web app are those of this checkout, so that
 * nothing is downloaded or built.
 */
export function operatorMachine(): OperatorMachine {
  const top = mkdtempSync(join(tmpdir(), 'tonarchiv-machine-'))
  onTestFinished(() => rm(top, { recursive: true, force: true }))
  chmodSync(top, 0o755)
  makeRepository(top)
  mkdirSync(join(top, 'originals'))
  copyFileSync(root('server/src/testing/samples/cbr.mp3'), join(top, 'originals/eins.mp3'))
  return {
    repository: '/srv/repository.git',
    walk: async (steps) => {
      const scripts = steps.map(([name, script]) => `printf '\\n=== %s\\n' '${name}'\n${script}\n`)
      writeFileSync(join(top, 'walk.sh'), [PREPARATION, ...scripts].join(''))
      const parameters = [...OWN_MACHINE, 'bash', join(top, 'walk.sh'), top, root('deploy/stand-ins')]
      try {
        const { stdout } = await run('unshare', parameters, {
          env: { PATH: process.env['PATH'] },
          timeout: ENDS_WITHIN_MS,
          killSignal: 'SIGKILL',
          maxBuffer: 10_000_000,
        })
        return outputsIn(stdout)
      } catch (error) {
        const output = String(Reflect.get(Object(error), 'stdout'))
        throw new Error(`The walk broke off at${output.slice(output.lastIndexOf('\n=== '))}`, {
          cause: error,
        })
      }
    },
  }
}

function outputsIn(text: string): Map<string, string> {
  const [, ...parts] = `\n${text}`.split('\n=== ')
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end + 1)]
    }),
  )
}

/** The later version has one more migration, so that it upgrades the database. */
const LAST_MIGRATION = /(export const migrations:[^]*?)\n\]\n/
const NEXT_MIGRATION = `$1
  ['9999-next', { up: async (db) => db.schema.createIndex('next').on('users').column('createdAt').execute() }],
]
`

function makeRepository(top: string): void {
  const repository = join(top, 'repository.git')
  // Git writes blobs above this size into one pack. A file for each of them would be expensive.
  const onePack = ['-c', 'core.bigFileThreshold=1', '-c', 'core.compression=0']
  const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.org']
  const git = (words: readonly string[], input = '') =>
    execFileSync('git', [...onePack, ...author, `--git-dir=${repository}`, ...words], {
      input,
      stdio: 'pipe',
    })
      .toString()
      .trim()
  git(['init', '--quiet', '--bare', '--initial-branch=main'])
  // Contains all files of this checkout in their current state, even if they are not committed.
  git([`--work-tree=${root('.')}`, 'add', '--all'])
  git([`--work-tree=${root('.')}`, 'commit', '--quiet', '--message=v1'])
  git(['tag', 'v1'])
  const path = 'server/src/database/migrate.ts'
  const text = readFileSync(root(path), 'utf8')
  if (!LAST_MIGRATION.test(text)) throw new Error(`${path} has no list of migrations`)
  // The next version is made without a working tree, because it differs in one file.
  const blob = git(['hash-object', '-w', '--stdin'], text.replace(LAST_MIGRATION, NEXT_MIGRATION))
  git(['update-index', '--cacheinfo', `100644,${blob},${path}`])
  const next = git(['commit-tree', git(['write-tree']), '-p', 'v1', '-m', 'v2'])
  git(['update-ref', 'refs/heads/next', next])
}
