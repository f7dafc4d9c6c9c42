import { expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { runArchive, settingsOf } from '#testing/command-line.ts'
import { startApp } from '#testing/start-app.ts'

test('the command analyses what is left, beside a server, unless an operator has paused it', async () => {
  const app = await startApp()
  const admin = await app.signIn({ isAdmin: true })
  await addByForm(admin, { tracks: ['Eins', 'Zwei'] })
  const settings = { ...settingsOf(app), FFMPEG: 'off' }
  expect(await runArchive(settings, 'analyze', '--pause')).toMatchObject({
    code: 0,
    output: expect.stringContaining('analyze --resume'),
  })
  expect(await runArchive(settings, 'analyze')).toMatchObject({
    code: 0,
    output: expect.stringContaining('0 of 2 files are analysed.\nThe analysis is paused.'),
  })
  expect(await runArchive(settings, 'analyze', '--resume')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/100 % {2}2\/2 files .*\n2 of 2 files are analysed\.\n$/),
  })
  expect(await runArchive(settings, 'analyze', '--pause', '--resume')).toMatchObject({ code: 1 })
})
