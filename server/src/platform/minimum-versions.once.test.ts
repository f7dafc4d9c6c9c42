import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installedVersions, tooOld } from './minimum-versions.ts'

test('the installed versions are new enough', () => {
  expect(tooOld(installedVersions())).toEqual([])
})

test.each([
  ['Node', '24.14.9'],
  ['SQLite', '3.51.2'],
  ['fastify', '5.12.1'],
  ['@fastify/static', '9.99.99'],
  ['ws', '8.20.9'],
  ['kysely', '0.28.16'],
  ['kysely', 'unknown'],
])('%s %s is too old', (component, version) => {
  const [line = '', ...more] = tooOld({ ...installedVersions(), [component]: version })
  expect(more).toEqual([])
  expect(line).toContain(`${component} ${version} is too old: it must be `)
})

test.each(['../app/main.ts', '../cli/main.ts'])(
  'on a Node with a known hole %s ends with a line, before it touches anything',
  async (program) => {
    const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-floors-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const older = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'24.14.0'}})`
    const { code, message } = await new Promise<{ code: unknown; message: string }>((resolve) => {
      execFile(
        process.execPath,
        ['--import', `data:text/javascript,${older}`, join(import.meta.dirname, program), 'key'],
        { env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0' }, timeout: 50_000 },
        (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, message: stderr }),
      )
    })
    expect(code).toBe(1)
    expect(message.trim()).toBe('Node 24.14.0 is too old: it must be 24.15.0 or newer. Take a newer Node.')
    expect(await readdir(folder)).toEqual([])
  },
)
