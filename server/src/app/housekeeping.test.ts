import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '#testing/start-app.ts'
import { startHousekeeping } from './housekeeping.ts'

test('at the start the stages that a crash has left are removed, but not those of another process', async () => {
  const { services } = await startApp()
  const folder = join(services.config.dataFolder, 'media', 'staged')
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60 * 1000)
  for (const [name, time] of [
    ['dead.part', minutesAgo(24 * 60)],
    ['left.part', minutesAgo(30)],
    ['young.part', minutesAgo(1)],
  ] as const) {
    await writeFile(join(folder, name), 'half a song')
    await utimes(join(folder, name), time, time)
  }
  const stop = startHousekeeping(services)
  await stop()
  expect((await readdir(folder)).sort()).toEqual(
    services.db.kind === 'sqlite' ? ['young.part'] : ['left.part', 'young.part'],
  )
})
