import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * The files that read `albums` or `tracks` instead of the views without closed albums, and why. See
 * docs/subsystems/premieres.md.
 */
const READS_CLOSED = {
  'changes of the archive, by admins and imports': [
    'features/catalog/store/album-order.ts',
    'features/catalog/store/artists.ts',
    'features/catalog/store/premieres.ts',
    'features/catalog/store/tracks.ts',
  ],
  'parts of an album that was read from a view, or is changed': [
    'features/catalog/store/album-tracks.ts',
    'features/catalog/store/named-artists.ts',
    'features/catalog/store/track-files.ts',
  ],
  'functions for admins beside those for members': [
    'features/catalog/store/covers.ts',
    'features/catalog/store/find-tracks.ts',
    'features/catalog/store/one-album.ts',
  ],
  'work on files in the background, which shows nothing': [
    'features/analysis/due-files.ts',
    'features/analysis/store.ts',
    'features/transcoding/qualities/quality-cache.ts',
    'features/transcoding/store.ts',
  ],
  'tools of the operator': ['features/archive-export/store.ts', 'maintenance/describe-files.ts'],
  'conditions for the scope of a caller, which show nothing themselves': ['database/scoped-tables.ts'],
  'chosen albums of keys, of which only ids are shown': ['features/access-grants/scopes.ts'],
  'own reminders with the title of the album': ['features/premieres/index.ts', 'features/premieres/store.ts'],
  'rules of smart playlists, with the condition of the view': [
    'features/catalog/store/named-songs.ts',
    'features/playlists/store/rule-conditions.ts',
    'features/playlists/store/smart-tracks.ts',
  ],
}

const READING =
  /(?:selectFrom|[jJ]oin)\(\s*'(?:albums|tracks)[' ]|\b(?:from|join)\s+(?:albums|tracks)\b|sql`tracks\b/

test('everything else reads albums and tracks from the views without closed albums', async () => {
  const root = fileURLToPath(new URL('../', import.meta.url))
  const found: string[] = []
  for await (const file of glob('**/*.ts', { cwd: root }))
    if (!/\.test\.ts$|^testing\/|^database\/migrations\//.test(file))
      if (READING.test(withoutComments(readFileSync(root + file, 'utf8')))) found.push(file)
  expect(found.toSorted()).toEqual(Object.values(READS_CLOSED).flat().toSorted())
})

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}
