import { getAlbum, listAlbums, listSongs } from '@tonarchiv/contract/catalog'
import { keyRequired } from '@tonarchiv/contract/refusal'
import { describe, expect, test } from 'vitest'
import { addByForm } from '#testing/album-forms.ts'
import { archiveOfTitles } from '#testing/titled-albums.ts'

const { signIn, addTitles } = archiveOfTitles()

describe('without a key a member', () => {
  test('sees the first twenty albums without files, and counts only those', async () => {
    const admin = await signIn({ isAdmin: true })
    await addTitles(
      ...Array.from({ length: 24 }, (_, index) => ({
        title: `Alt ${index}`,
        releaseYear: 1990 + index,
        type: 'ep' as const,
      })),
    )
    await addByForm(admin, { albumTitel: 'Neu', releaseJahr: 2020, type: 'single' })
    const member = await signIn({ hasKey: false })
    const page = await member.call(listAlbums, { query: { limit: 100 } })
    expect(page.albums).toHaveLength(20)
    expect(page.albums[0]?.albumTitel).toBe('Neu')
    expect(JSON.stringify(page)).not.toContain('"file"')
    expect(page).toMatchObject({ total: 20, counts: { single: 1, ep: 19, album: 0 } })
    expect(page.years).toEqual([2020, ...Array.from({ length: 19 }, (_, index) => 2013 - index)])
    expect((await member.call(listAlbums, { query: { offset: 15 } })).albums).toHaveLength(5)
    expect((await member.call(listAlbums, { query: { offset: 20 } })).albums).toEqual([])
  })

  test('searches and filters only among those', async () => {
    await addTitles({ title: 'Verborgen', tracks: ['Größe'] })
    await addTitles(
      ...Array.from({ length: 20 }, (_, index) => ({ title: `Sichtbar ${index}`, tracks: ['Straßen'] })),
    )
    const member = await signIn({ hasKey: false })
    const search = async (text: string) => (await member.call(listAlbums, { query: { search: text } })).total
    expect(await search('Verborgen')).toBe(0)
    expect(await search('groesse')).toBe(0)
    expect(await search('ßen')).toBe(20)
    expect(await search('bar 1')).toBe(11)
    expect((await member.call(listAlbums, { query: { year: 1999 } })).total).toBe(0)
    const newest = await member.call(listAlbums, { query: { sort: 'newest', limit: 1 } })
    expect(newest.albums[0]?.albumTitel).toBe('Sichtbar 19')
  })

  test('opens those, gets no information about others, and gets no songs', async () => {
    const admin = await signIn({ isAdmin: true })
    await addTitles({ title: 'Verborgen' })
    const album = await addByForm(admin, { albumTitel: 'Sichtbar 0' })
    await addTitles(...Array.from({ length: 19 }, (_, index) => ({ title: `Sichtbar ${index + 1}` })))
    const member = await signIn({ hasKey: false })
    const opened = await member.call(getAlbum, { params: { albumTitel: 'sichtbar 0' } })
    expect(opened.album.albumId).toBe(album.albumId)
    expect(JSON.stringify(opened)).not.toContain('"file"')
    for (const albumTitel of ['Verborgen', 'Gibt es nicht']) {
      const { body } = await member.refusal(getAlbum, { params: { albumTitel } })
      expect(body).toMatchObject({ code: keyRequired.code, error: keyRequired.text })
    }
    expect((await member.refusal(listSongs, { query: {} })).body.code).toBe(keyRequired.code)
    const byFile = await member.call(listAlbums, { query: { track: album.tracks[0]?.file ?? '' } })
    expect(byFile.albums.map(({ albumTitel }) => albumTitel)).toEqual(['Sichtbar 0'])
  })

  test('sees an album as soon as it was added, and no longer after it was deleted', async () => {
    const member = await signIn({ hasKey: false })
    expect((await member.call(listAlbums, { query: {} })).total).toBe(0)
    await addTitles({ title: 'Neu' })
    expect((await member.call(listAlbums, { query: {} })).total).toBe(1)
  })
})
