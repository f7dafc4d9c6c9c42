import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { startApp } from '#testing/start-app.ts'
import { cleanUpArchiveFiles } from './unused-files.ts'

test('files without a row are removed after a day, all others stay', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin, { tracks: ['Eins', 'Zwei'], cover: 'cover.jpg' })
  const { storage } = app.services
  const file = await storage.stage()
  await file.write(Buffer.from('von einem Absturz'))
  await storage.save('tracks', [{ from: 'stage', file }])
  expect(await cleanUpArchiveFiles(app.services)).toBe(0)
  app.passTime(25 * 60 * 60 * 1000)
  expect(await cleanUpArchiveFiles(app.services)).toBe(1)
  expect(await cleanUpArchiveFiles(app.services)).toBe(0)
  const folder = join(app.services.config.dataFolder, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(entries.filter((entry) => entry.isFile())).toHaveLength(3)
})
