import { shownTitle } from '@tonarchiv/contract/catalog'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Executor } from '#database/prepared.ts'
import {
  comparedName,
  findTracks,
  isPlayable,
  matchKeyOf,
  type SongNames,
  songsOfFiles,
  songsOfKeys,
} from '#features/catalog/index.ts'
import type { FileEntry, SongName } from './playlist-file.ts'

const FURTHER_ARTIST = ', '

/** Entries that are looked up or prepared at once: a few milliseconds. */
const ENTRIES_AT_ONCE = 200

/**
 * The id of the playable track for each entry: the one that its link leads to, otherwise the one with its names.
 * Both are looked up by indexes, many at once: the work depends on the number of entries, not on that of all tracks.
 */
export async function matchEntries(
  db: Executor,
  entries: readonly FileEntry[],
): Promise<(string | undefined)[]> {
  const byLink: (string | undefined)[] = []
  for (let start = 0; start < entries.length; start += ENTRIES_AT_ONCE) {
    const some = entries.slice(start, start + ENTRIES_AT_ONCE)
    const linked = await findTracks(db, [...new Set(some.flatMap((entry) => entry.linked ?? []))])
    for (const entry of some) {
      const track = entry.linked === undefined ? undefined : linked.get(entry.linked)
      byLink.push(track !== undefined && isPlayable(track) ? track.id : undefined)
    }
    await yieldToEventLoop()
  }
  if (byLink.every((id) => id !== undefined)) return byLink
  const wanted = new WantedSongs()
  const finders: (() => string | undefined)[] = []
  for (const [index, entry] of entries.entries()) {
    const id = byLink[index]
    finders.push(id === undefined ? wanted.add(entry) : () => id)
    if ((index + 1) % ENTRIES_AT_ONCE === 0) await yieldToEventLoop()
  }
  for await (const songs of songsOfFiles(db, wanted.fileNames()))
    for (const song of songs) wanted.offerFile(song)
  for await (const songs of songsOfKeys(db, wanted.keys())) for (const song of songs) wanted.offer(song)
  return finders.map((find) => find())
}

/** The tracks that are known so far under one artist and title, or under a title alone. */
interface Candidates {
  first: string | undefined
  count: number
  /** By the albums that entries name. */
  ofAlbum: Map<string, string | undefined>
}

/** What the entries name. A track is compared with all of them by a few look-ups in maps. */
class WantedSongs {
  readonly #keys = new Set<number>()
  readonly #byName = new Map<string, Candidates>()
  readonly #byFileName = new Map<string, string | undefined>()

  /** The names of files that links name. */
  fileNames(): string[] {
    return [...this.#byFileName.keys()]
  }

  /** Of the titles. */
  keys(): number[] {
    return [...this.#keys]
  }

  /** @returns a function that finds the track of the entry after all tracks were offered */
  add({ linked, names }: FileEntry): () => string | undefined {
    if (linked !== undefined) this.#byFileName.set(linked, undefined)
    const options = names.map((name) => this.#candidatesOf(name))
    return () => {
      const ofFile = linked === undefined ? undefined : this.#byFileName.get(linked)
      return ofFile ?? options.map(chosen).find((id) => id !== undefined)
    }
  }

  #candidatesOf({ title, artist, album }: SongName) {
    const titleKey = comparedName(title)
    this.#keys.add(matchKeyOf(title))
    const key = keyOf(titleKey, artist)
    const candidates = this.#byName.get(key) ?? { first: undefined, count: 0, ofAlbum: new Map() }
    this.#byName.set(key, candidates)
    const albumKey = album === undefined ? undefined : comparedName(album)
    if (albumKey !== undefined) candidates.ofAlbum.set(albumKey, undefined)
    return { candidates, albumKey, hasArtist: artist !== undefined }
  }

  offerFile({ id, fileName }: SongNames): void {
    this.#byFileName.set(fileName, id)
  }

  offer(song: SongNames): void {
    const { id, albumTitle } = song
    const title = comparedName(shownTitle(song.title))
    const keys = new Set([keyOf(title), ...artistsOf(song).map((artist) => keyOf(title, artist))])
    const album = comparedName(albumTitle)
    for (const key of keys) {
      const candidates = this.#byName.get(key)
      if (candidates === undefined) continue
      candidates.first ??= id
      candidates.count += 1
      if (candidates.ofAlbum.has(album) && candidates.ofAlbum.get(album) === undefined)
        candidates.ofAlbum.set(album, id)
    }
  }
}

interface Option {
  candidates: Candidates
  albumKey: string | undefined
  hasArtist: boolean
}

/** Of several tracks with the same title none is chosen at random. */
function chosen({ candidates: { first, count, ofAlbum }, albumKey, hasArtist }: Option): string | undefined {
  const ofItsAlbum = albumKey === undefined ? undefined : ofAlbum.get(albumKey)
  return ofItsAlbum ?? (hasArtist || count === 1 ? first : undefined)
}

/** The names under which other programs may know the artist. Without artists it is the album, as in the player. */
function artistsOf({ artistName, albumArtistName, albumTitle, tagArtist }: SongNames): string[] {
  const shown = artistName ?? albumArtistName ?? albumTitle
  return [shown, shown.split(FURTHER_ARTIST)[0] ?? shown, ...(tagArtist === null ? [] : [tagArtist])]
}

function keyOf(title: string, artist?: string): string {
  return artist === undefined ? `\n${title}` : `${comparedName(artist)}\n${title}`
}
