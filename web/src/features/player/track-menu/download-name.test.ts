import { expect, test } from 'vitest'
import { downloadName } from './download-name.ts'

test.each([
  ['Nordlicht Süd', 'Süßholz', 'a1b2.flac', 'Nordlicht Süd - Süßholz.flac'],
  ['A/B', 'Was? "Nein" <1|2>: \\*', 'x.mp3', 'A_B - Was_ _Nein_ _1_2__ __.mp3'],
  ['Album', 'Titel', 'ohne-endung', 'Album - Titel.mp3'],
])('%s, %s in %s is saved as %s', (artist, title, file, name) => {
  expect(downloadName({ artist, title, file })).toBe(name)
})
