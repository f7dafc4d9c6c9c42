import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareExportFolder } from '#features/archive-export/index.ts'
import { lockAlone } from '#maintenance/database/folder-lock.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { startApp } from '#testing/start-app.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'export-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a folder with other things, the data folder, and a second export at once are refused in one line', async () => {
  const app = await startApp()
  const settings = settingsOf(app)
  const foreign = await newFolder()
  await writeFile(join(foreign, 'Brief.txt'), 'meiner')
  expect(await runArchive(settings, 'export', foreign)).toEqual({
    code: 1,
    output: `${foreign} is not empty and holds no export. Give an empty folder or a new one.\n`,
  })
  expect(await readdir(foreign)).toEqual(['Brief.txt'])

  const { dataFolder } = app.services.config
  expect(await runArchive(settings, 'export', join(dataFolder, 'export'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('must not contain each other'),
  })

  const folder = await newFolder()
  const lock = lockAlone(await prepareExportFolder(folder, dataFolder))
  expect(await runArchive(settings, 'export', folder)).toMatchObject({
    code: 75,
    output: expect.stringMatching(/^A server or another command works with .*\. Stop it first\.\n$/),
  })
  lock.release()
  expect(await runArchive(settings, 'export', folder)).toMatchObject({ code: 0 })
})
