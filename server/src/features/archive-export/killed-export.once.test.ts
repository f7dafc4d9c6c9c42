import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { taggedMp3 } from '#testing/audio-samples.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { addMusic, contentOf, exportFolder, indexOf, startArchive } from '#testing/exported-archives.ts'
import { startApp } from '#testing/start-app.ts'

const COMMAND_LINE = join(import.meta.dirname, '../../cli/main.ts')

test('a killed export goes on where it ended', async () => {
  const { app } = await startArchive()
  const titles = Array.from({ length: 150 }, (_, index) => `Album ${index}`)
  await addMusic(
    app,
    Object.fromEntries(
      titles.map((album) => [
        `${album}/1.mp3`,
        taggedMp3({ title: 'Lied', album, artist: 'Ada', track: '1' }),
      ]),
    ),
  )
  const folder = await exportFolder()
  const child = spawn(process.execPath, [COMMAND_LINE, 'export', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settingsOf(app) },
  })
  const ended = once(child, 'exit')
  const written = async () => (await readdir(join(folder, 'Albums/Ada')).catch(() => [])).length
  await expect.poll(written, { interval: 5, timeout: 30_000 }).toBeGreaterThan(3)
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')
  const before = await written()
  for (const album of await readdir(join(folder, 'Albums/Ada')))
    expect((await readdir(join(folder, 'Albums/Ada', album))).toSorted()).toEqual([
      '01 Lied.mp3',
      'tonarchiv.json',
    ])

  const { code, output } = await runArchive(settingsOf(app), 'export', folder)
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Wrote ${150 - before} albums`),
  })
  expect(output).toContain(`${before} albums and videos were there already.`)
  expect((await indexOf(folder)).albums).toHaveLength(150)

  const other = await startApp()
  const imported = await runArchive(settingsOf(other), 'import', folder)
  expect(imported).toMatchObject({ code: 0, output: expect.stringContaining('Made 150 albums, 150 tracks') })
  expect(await contentOf(other)).toEqual(await contentOf(app))
})
