import { expect, test } from 'vitest'
import { withFilesInOrder, withRow, withTrackTags } from '#features/catalog/index.ts'
import { beginAdding, editTracks, submitTracks, useTracksEditor } from './tracks-editor.ts'

test('added tracks are sent with the artists and features that their tags name beside those of the album', async () => {
  const albumId = 'a1'
  beginAdding({ albumId, artists: [{ id: 'ada', name: 'Ada; Söhne' }] })
  const files = [
    { artist: 'ada; söhne feat. Cem' },
    { artist: 'Bo', artists: ['Bo', 'Dora'] },
    { artist: 'Ada; Söhne' },
  ].map((tags, index) => ({ file: new File(['sound'], `${index}.mp3`), tags }))
  const chosen = files.map(({ file }) => file)
  editTracks(albumId, (draft) => withTrackTags(withFilesInOrder(draft, chosen), files))
  const rows = useTracksEditor.getState().albums[albumId]?.draft.rows ?? []
  expect(rows.map(({ artists, features }) => [artists, features])).toEqual([
    [undefined, 'Cem'],
    ['Bo; Dora', undefined],
    [undefined, undefined],
  ])
  editTracks(albumId, (draft) => withRow(draft, rows[1]?.key ?? -1, { artists: 'Bo; Emil' }))
  const sent: [string, unknown][] = []
  await submitTracks({ albumId }, async ({ form }) => sent.push(...form.entries()))
  const texts = sent.filter(([name, value]) => typeof value === 'string' && !name.includes('Title'))
  expect(Object.fromEntries(texts)).toEqual({
    newTrackCount: '3',
    newTrackFeatures0: '["Cem"]',
    newTrackArtists1: '["Bo","Emil"]',
  })
})
