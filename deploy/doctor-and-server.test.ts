import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LIKE_OTHERS, runDoctor, runServer } from '../server/src/testing/command-line.ts'
import { freePort } from '../server/src/testing/free-port.ts'

const isRoot = process.getuid?.() === 0
const OTHER_UID = 65_534

const MARK = '{"database":"sqlite"}'

interface Broken {
  /** Causes the fault in a new, empty data folder. @returns the data folder to use, if it is another one */
  breakFolder: (folder: string) => Promise<string | void>
  /** The message that both the server and the doctor print. */
  sentence: RegExp
  /** The remedy that both of them print. */
  remedy: RegExp
  /** Whether only root can cause this fault. */
  needsRoot?: boolean
}

const broken: Record<string, Broken> = {
  'a lost database': {
    breakFolder: async (folder) => writeFile(join(folder, 'archive.json'), MARK),
    sentence: /The database \S+archive\.sqlite cannot be used: it is missing/,
    remedy: /No good backup was found .* restore --from FOLDER --force/,
  },
  'a damaged database': {
    breakFolder: async (folder) =>
      writeFile(join(folder, 'archive.sqlite'), 'kaputt'.repeat(1000), { mode: 0o600 }),
    sentence: /The database \S+archive\.sqlite cannot be used: file is not a database/,
    remedy: /restore --from FOLDER --force/,
  },
  'a database whose address was lost': {
    breakFolder: async (folder) => writeFile(join(folder, 'archive.json'), '{"database":"postgres"}'),
    sentence: /DATABASE_URL is not set, but \S+ belongs to an archive in PostgreSQL\./,
    remedy: /Set it; to go back to the SQLite file, restore a backup into it\./,
  },
  'a damaged mark of the database': {
    breakFolder: async (folder) => writeFile(join(folder, 'archive.json'), '{"data'),
    sentence: /The file \S+archive\.json is damaged\./,
    remedy: /write \{"database":"sqlite"\} or/,
  },
  'a secret that is too short': {
    breakFolder: async (folder) => writeFile(join(folder, 'secret'), 'kurz', { mode: 0o600 }),
    sentence: /secret: it does not hold a secret of at least 32 bytes/,
    remedy: /remove it, then a new one is made/,
  },
  'a folder above that may not be written to': {
    breakFolder: async (folder) => {
      await chmod(folder, 0o500)
      return join(folder, 'archive')
    },
    sentence: /\S+archive may not be used by the account \S+\./,
    remedy: /install --directory --owner=\S+ --mode=0700 \S+archive$/m,
  },
  'a data folder that may not be written to': {
    breakFolder: async (folder) => chmod(folder, 0o500),
    sentence: /may not be used by the account \S+\./,
    remedy: /chmod --recursive u\+rwX \S+/,
  },
  'a media folder that may not be written to': {
    breakFolder: async (folder) => {
      await mkdir(join(folder, 'media'))
      await chmod(join(folder, 'media'), 0o500)
    },
    sentence: /\S+media\S* may not be used by the account \S+\./,
    remedy: /chmod --recursive u\+rwX \S+/,
  },
  'a file in the place of the data folder': {
    breakFolder: async (folder) => {
      await writeFile(join(folder, 'archive'), '')
      return join(folder, 'archive')
    },
    sentence: /\S+archive\S* is no folder\./,
    remedy: /Set DATA_DIR to a folder, or move that file away\./,
  },
  'an archive of another account': {
    breakFolder: async (folder) => {
      await writeFile(join(folder, 'archive.json'), MARK)
      for (const path of [join(folder, 'archive.json'), folder]) await chown(path, OTHER_UID, OTHER_UID)
    },
    sentence: /\S+ may not be used by the account \S+\. It belongs to nobody\./,
    remedy: /Run it as nobody, or give it away: chown --recursive \S+ \S+/,
    needsRoot: true,
  },
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-broken-'))
  onTestFinished(async () => {
    await chmod(folder, 0o700)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

/** The messages of the doctor's failed checks, with their remedies. */
function redLines(output: string): string[] {
  const [, ...findings] = output.split(/^(?=[✓–✗] )/m)
  return findings
    .filter((finding) => finding.startsWith('✗') && !finding.startsWith('✗ Web app'))
    .map((finding) => finding.replace(/^✗ .{14} /, '').replaceAll(/\n {17}(?:→ )?/g, '\n'))
}

test.each(Object.entries(broken))(
  'on %s the server does not start, and the doctor says the same',
  async (_name, { breakFolder, sentence, remedy, needsRoot = false }) => {
    if (needsRoot && !isRoot) return
    const folder = await newFolder()
    const dataFolder = (await breakFolder(folder)) ?? folder
    const settings = { DATA_DIR: dataFolder, PORT: String(await freePort()) }
    const [server, doctor] = await Promise.all([
      runServer(settings, LIKE_OTHERS),
      runDoctor(settings, LIKE_OTHERS),
    ])
    expect([server.code, doctor.code], server.output + doctor.output).toEqual([1, 1])
    expect(server.output).not.toContain('    at ')
    const [red = '', ...others] = redLines(doctor.output)
    for (const text of [server.output, red]) {
      expect(text).toMatch(sentence)
      expect(text).toMatch(remedy)
    }
    // Another check may fail only because of the same fault.
    for (const other of others) expect(other).toMatch(sentence)
  },
)

test('root does not start a server on the archive of another account', async ({ skip }) => {
  if (!isRoot) skip('only root can give an archive to another account')
  const folder = await newFolder()
  await writeFile(join(folder, 'archive.json'), MARK)
  await chown(join(folder, 'archive.json'), OTHER_UID, OTHER_UID)
  const { code, output } = await runServer({ DATA_DIR: folder, PORT: String(await freePort()) })
  expect(code).toBe(1)
  expect(output).toMatch(
    /^The archive in \S+ belongs to the account nobody, and this is run by root\. Run it as nobody, .* chown --recursive root \S+\n$/,
  )
})
