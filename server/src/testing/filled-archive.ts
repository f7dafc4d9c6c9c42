import { login } from '@tonarchiv/contract/auth'
import { listAlbums } from '@tonarchiv/contract/catalog'
import { listMessages, postMessage, uploadChatMedia } from '@tonarchiv/contract/chat'
import { getProfile, updateProfile } from '@tonarchiv/contract/users'
import sharp from 'sharp'
import { expect } from 'vitest'
import { insertCredits } from '#features/catalog/store/artists.ts'
import { addByForm } from './album-forms.ts'
import { sample } from './audio-samples.ts'
import { callers, type TestApp } from './start-app.ts'
import type { Member } from './sign-in.ts'

/** The contents of an archive that `fillArchive` has filled. */
export interface FilledArchive {
  member: Member
  albumTitel: string
}

const ARTISTS = ['Ada Öster', 'Bo']

/** Creates music with a cover and artists, an account with an image, and a chat with an image. */
export async function fillArchive(app: TestApp): Promise<FilledArchive> {
  const member = await app.signIn({ isAdmin: true })
  const albumTitel = 'Große Straßen'
  const colors = ['#a03050', '#3050a0', '#50a030'] as const
  const [cover, portrait, photo] = await Promise.all(
    colors.map(async (background) =>
      // So large that the list of messages uses a smaller version.
      sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const { albumId, tracks } = await addByForm(member, {
    albumTitel,
    tracks: [
      { title: 'Süß', file: 'cbr.mp3' },
      { title: 'Salzig', file: 'lossless.flac' },
    ],
    cover,
  })
  const credits = {
    albumId,
    artists: ARTISTS,
    tracks: tracks.slice(0, 1).map(({ id }) => ({
      trackId: id,
      artists: ARTISTS.map((name) => ({ name, role: 'main' as const })),
    })),
  }
  await insertCredits(app.services.db, [credits], new Date().toISOString())
  await member.call(updateProfile, {
    body: { avatarUrl: `data:image/png;base64,${portrait?.toString('base64') ?? ''}` },
  })
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(photo ?? [])]), 'foto.png')
  const { mediaUrl } = await member.call(uploadChatMedia, { form })
  await member.call(postMessage, { body: { message: 'Schau! 🎶', messageType: 'media', mediaUrl } })
  return { member, albumTitel }
}

/** Uses an archive as a member does: logs in, searches, plays, views, reads and writes. */
export async function expectFilled(app: TestApp, { member, albumTitel }: FilledArchive): Promise<void> {
  const { token } = await app.call(login, { body: { email: member.email, password: member.password } })
  const { call } = callers(app.address, token)
  const bytesAt = async (address: string | null | undefined) => {
    const answer = await app.fetch(address ?? '/nichts', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status, address ?? 'no address').toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const { albums, total } = await call(listAlbums, { query: { search: 'strasse' } })
  expect({ total, title: albums[0]?.albumTitel }).toEqual({ total: 1, title: albumTitel })
  const [sweet, salty] = albums[0]?.tracks ?? []
  expect((await bytesAt(`/api/stream/${sweet?.file}`)).equals(sample('cbr.mp3'))).toBe(true)
  expect((await bytesAt(`/api/stream/${salty?.file}`)).equals(sample('lossless.flac'))).toBe(true)
  expect((await bytesAt(`${albums[0]?.albumCover}?w=96`)).byteLength).toBeGreaterThan(0)
  const { user } = await call(getProfile, {})
  expect((await bytesAt(user.avatarUrl)).byteLength).toBeGreaterThan(0)
  const { messages } = await call(listMessages, { query: {} })
  expect(messages.map(({ content }) => content)).toContain('Schau! 🎶')
  const withPicture = messages.find(({ mediaUrl }) => mediaUrl !== null)
  expect((await bytesAt(withPicture?.mediaUrl)).byteLength).toBeGreaterThan(0)
  expect((await bytesAt(withPicture?.thumbnailUrl)).byteLength).toBeGreaterThan(0)
  const artists = await app.services.db
    .selectFrom('artists')
    .innerJoin('albumArtists', 'albumArtists.artistId', 'artists.id')
    .innerJoin('trackArtists', 'trackArtists.artistId', 'artists.id')
    .select(['artists.name', 'albumArtists.position', 'trackArtists.role'])
    .orderBy('albumArtists.position')
    .execute()
  expect(artists).toEqual(ARTISTS.map((name, position) => ({ name, position, role: 'main' })))
  await call(postMessage, { body: { message: 'Es geht weiter' } })
}
