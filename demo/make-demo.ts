import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MISSING_MARK } from '@tonarchiv/contract/catalog'
import { createAdminKeys } from '../server/src/features/access-keys/index.ts'
import { operator } from '../server/src/features/audit-log/index.ts'
import {
  type AddedAlbum,
  findAnyCurrentAlbum,
  openCatalog,
  type NewAlbum,
} from '../server/src/features/catalog/index.ts'
import { type LyricsRow, putImportedLyrics } from '../server/src/features/lyrics/index.ts'
import type { Executor } from '../server/src/database/prepared.ts'
import type { Services } from '../server/src/services.ts'
import type { DemoAlbum } from './album.ts'
import { createAppPasswords } from './app-passwords.ts'
import { demoAlbums } from './albums.ts'
import { coverOf } from './covers.ts'
import { demoLyrics } from './lyrics.ts'
import { demoCredits } from './credits.ts'
import { addVideos } from './videos.ts'
import { drawPortraits, createPeople, type DemoPerson } from './people.ts'
import { pieceOf } from './pieces.ts'
import { PREMIERE_AFTER_HOURS, premiereAlbum } from './premiere.ts'
import { createPlaylists } from './playlists.ts'
import { startSoundWorkers, type SoundWorkers } from './sound-workers.ts'
import { addChatImages } from './chat-images.ts'
import { addChatVoice } from './chat-voice.ts'
import { createTalk } from './chat-messages.ts'
import { createOrder } from './chat-order.ts'
import { createOpenInvitations } from './keys.ts'
import { createNotices } from './notices.ts'

const UNUSED_KEYS = 3

/** The logins and URLs that are printed for visitors of the demo. */
export interface DemoGuide {
  people: readonly DemoPerson[]
  /** Unused ones. */
  keys: readonly string[]
}

/**
 * Fills an archive with generated music, videos, members, plays, favorites, messages and playlists. Existing parts are
 * not changed, so that an interrupted run can be continued. `log` is called for each album.
 */
export async function fillDemo(services: Services, log: (line: string) => void): Promise<DemoGuide> {
  const folder = join(services.config.dataFolder, 'demo-parts')
  await mkdir(folder, { recursive: true })
  // All images are drawn before the first album is added. Once the server's image reader is loaded, it no longer
  // accepts SVG.
  const portraits = await drawPortraits()
  const workers = startSoundWorkers()
  const catalog = openCatalog(services)
  try {
    const missing: DemoAlbum[] = []
    for (const album of [...demoAlbums, premiereAlbum]) {
      if ((await findAnyCurrentAlbum(services.db, album.title)) === undefined) missing.push(album)
    }
    // While an album is added, the sounds of the next albums are rendered.
    const sounds = missing.map((album, index) => renderSounds(workers, join(folder, String(index)), album))
    const covers = new Map<string, Buffer | undefined>()
    for (const album of missing) covers.set(album.title, await coverOf(album))
    for (const [index, album] of missing.entries()) {
      const paths = (await sounds[index]) ?? []
      const ready = await readyAlbum(services, album, covers.get(album.title), folder, paths)
      const premiere = album === premiereAlbum ? premiereOf(services) : undefined
      await catalog.edit.addAlbums(operator, [{ ...ready, premiere }], {
        alongside: async (trx, added) => addLyrics(trx, added, services.now()),
      })
      log(`  ${album.title}`)
    }
  } finally {
    await workers.close()
    await rm(folder, { recursive: true, force: true })
  }
  await addVideos(services, log)
  const people = await createPeople(services, portraits)
  await createTalk(services)
  await createOrder(services)
  await addChatImages(services)
  await addChatVoice(services)
  // Created after the friendships, because only friends can be collaborators.
  await createPlaylists(services)
  await createAppPasswords(services)
  await createOpenInvitations(services)
  await createNotices(services)
  const keys = await createAdminKeys(services, operator, {
    count: UNUSED_KEYS,
    note: 'Zum Ausprobieren',
    record: 'batch',
  })
  return { people, keys: keys.map(({ keyValue }) => keyValue) }
}

/** A premiere to come, at a full hour. */
function premiereOf({ now }: Pick<Services, 'now'>) {
  const opensAt = new Date(now().getTime() + PREMIERE_AFTER_HOURS * 3_600_000)
  opensAt.setMinutes(0, 0, 0)
  return { opensAt: opensAt.toISOString(), isCovered: true, isAnnounced: true }
}

async function addLyrics(trx: Executor, albums: readonly AddedAlbum[], now: Date): Promise<void> {
  const rows = albums.flatMap(({ title: album, tracks }) =>
    tracks.flatMap(({ id, title }): LyricsRow[] => {
      const text = demoLyrics[album]?.[title]
      return text === undefined ? [] : [{ trackId: id, text, source: 'edited', updatedAt: now.toISOString() }]
    }),
  )
  await putImportedLyrics(trx, rows, { replacesEdited: false })
}

/** Renders the files of an album's tracks. Undefined for a track that is missing. */
async function renderSounds(
  workers: SoundWorkers,
  folder: string,
  album: DemoAlbum,
): Promise<(string | undefined)[]> {
  await mkdir(folder, { recursive: true })
  const paths = album.tracks.map((title, index) =>
    title.includes(MISSING_MARK) ? undefined : join(folder, `${index}.${album.format}`),
  )
  const orders = album.tracks.flatMap((title, index) => {
    const path = paths[index]
    return path === undefined ? [] : [{ path, piece: pieceOf(album, title) }]
  })
  await workers.make(orders)
  return paths
}

async function readyAlbum(
  { probe }: Services,
  album: DemoAlbum,
  cover: Buffer | undefined,
  folder: string,
  paths: readonly (string | undefined)[],
): Promise<NewAlbum> {
  const coverPath = join(folder, 'cover.jpg')
  if (cover !== undefined) await writeFile(coverPath, cover)
  const { artists = [], features = {}, notes } = demoCredits[album.title] ?? {}
  const tracks = await Promise.all(
    album.tracks.map(async (title, index) => {
      const path = paths[index]
      const guests = (features[title] ?? []).map((name) => ({ name, role: 'feature' as const }))
      if (path === undefined) return { title, artists: guests }
      const found = await probe.infoOf(path)
      if (found.kind !== 'audio') throw new Error(`The demo made a file that is not music: ${title}`)
      const file = { item: { from: 'path', path, link: false } as const, info: found }
      return { title, file, artists: guests }
    }),
  )
  return {
    title: album.title,
    releaseYear: album.year === 'unknown' ? null : album.year,
    type: album.type,
    isExclusive: album.isExclusive === true,
    artists,
    notes,
    cover: cover === undefined ? undefined : { from: 'path', path: coverPath, link: false },
    tracks,
  }
}
