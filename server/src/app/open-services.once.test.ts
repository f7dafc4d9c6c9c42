import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig, WrongSettings } from '#config.ts'
import { logTo } from '#platform/log.ts'
import { openServices } from './open-services.ts'

async function openOn(dataFolder: string): Promise<string> {
  const config = readConfig({ DATA_DIR: dataFolder })
  const { services, close } = await openServices(config, { log: logTo('silent'), writeLine: () => {} })
  await close()
  return services.secret
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tonarchiv-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

test('the secret is generated once, is readable by its owner only, and leaves no temporary file', async () => {
  const folder = await newFolder()
  const secret = await openOn(folder)
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
  expect(await openOn(folder)).toBe(secret)
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.startsWith('secret'))).toEqual(['secret'])
})

test('a secret that a crash or a full disk has truncated is not used', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'secret'), '')
  await expect(openOn(folder)).rejects.toThrow(WrongSettings)
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('')
})
