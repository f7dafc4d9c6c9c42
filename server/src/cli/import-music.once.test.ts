import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runArchive, runArchiveLikeOthers, settingsOf } from '#testing/command-line.ts'
import { addFiles, albumFiles, archiveForImport, musicFolder, outline } from '#testing/music-folders.ts'

const program = join(import.meta.dirname, 'main.ts')

test('everything that was not taken is listed in the end and in a report file', async () => {
  const { app } = await archiveForImport()
  const folder = await musicFolder({
    ...albumFiles('Weg', 'Weg', ['Eins']),
    'Weg/Brief.mp3': 'text.mp3',
    'Weg/Alt.au': Buffer.from('wma'),
  })
  const { code, output } = await runArchive(settingsOf(app), 'import', folder)
  expect(code).toBe(0)
  const report = await readFile(join(app.services.config.dataFolder, 'import-report.txt'), 'utf8')
  for (const text of [output, report]) {
    expect(text).toContain('Made 1 albums and 1 tracks')
    expect(text).toContain('2 files were not taken.')
    expect(text).toMatch(/no music.* \(1\):\n {2}Weg\/Brief\.mp3/)
    expect(text).toMatch(/a format that the archive does not take \(1\):\n {2}Weg\/Alt\.au/)
  }
})

test('an import of a folder that cannot be read fails, and removes nothing', async () => {
  const { app, albums } = await archiveForImport()
  const settings = settingsOf(app)
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins']))
  await runArchive(settings, 'import', folder)
  for (const closed of [folder, join(folder, 'Weg')]) {
    await chmod(folder, 0o000)
    onTestFinished(async () => chmod(folder, 0o700))
    const options = ['--remove-missing', '--yes']
    const { code, output } = await runArchiveLikeOthers(settings, 'import', closed, ...options)
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^The folder \S+ cannot be read by the account \S+ \(EACCES\), and nothing/),
    ])
  }
  expect(outline(await albums())).toEqual({ Weg: ['Eins'] })
  const none = await runArchive(settings, 'import', join(folder, 'nichts'))
  expect(none).toMatchObject({ code: 1, output: expect.stringContaining('There is no folder') })
})

test('missing files are removed only after a yes', async () => {
  const { app, albums } = await archiveForImport()
  const settings = settingsOf(app)
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins', 'Zwei']))
  await runArchive(settings, 'import', folder)
  await rm(join(folder, 'Weg/02 Zwei.mp3'))
  const asked = await runArchive(settings, 'import', folder, '--remove-missing')
  expect(asked.output).toMatch(/missing now .* \(1\):\n {2}Weg\/02 Zwei\.mp3/)
  expect(asked.output).toContain('Nothing was removed.')
  expect(outline(await albums())).toEqual({ Weg: ['Eins', 'Zwei'] })
  const sure = await runArchive(settings, 'import', folder, '--remove-missing', '--yes')
  expect(sure.output).toContain('Removed 1 tracks.')
  expect(outline(await albums())).toEqual({ Weg: ['Eins'] })
})

test('a watched folder is imported after each change', async () => {
  const { app, albums } = await archiveForImport()
  const folder = await musicFolder(albumFiles('Weg', 'Weg', ['Eins']))
  const child = spawn(process.execPath, [program, 'import', folder, '--watch'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settingsOf(app) },
  })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await expect.poll(() => output, { timeout: 30_000 }).toContain('Watching')
  await addFiles(folder, albumFiles('Ziel', 'Ziel', ['Zwei']))
  await expect
    .poll(async () => outline(await albums()), { timeout: 30_000 })
    .toEqual({ Weg: ['Eins'], Ziel: ['Zwei'] })
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})
