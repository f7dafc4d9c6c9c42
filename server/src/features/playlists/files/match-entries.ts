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

/** Number of entries that are processed before the event loop runs again. They take a few milliseconds. */
const ENTRIES_AT_ONCE = 200

/**
 * Finds the id of the playable track for each entry: the track of its link, otherwise the track with its names. Both
 * are found through indexes, many at once, so that the work depends on the number of entries and not on the number of
 * all tracks.
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

/** The tracks that were found so far for an artist and title, or for a title alone. */
interface Candidates {
  first: string | undefined
  count: number
  /** The first track on each album that entries name. The key is `comparedName` of the album. */
  ofAlbum: Map<string, string | undefined>
}

/** The names in all entries, in maps. With them each track is compared with all entries by a few look-ups. */
class WantedSongs {
  readonly #keys = new Set<number>()
  readonly #byName = new Map<string, Candidates>()
  readonly #byFileName = new Map<string, string | undefined>()

  /** The file names in the links of entries. */
  fileNames(): string[] {
    return [...this.#byFileName.keys()]
  }

  /** The match keys of the titles in all entries. */
  keys(): number[] {
    return [...this.#keys]
  }

  /**
   * Adds an entry.
   * @returns a function that returns the track of the entry; call it after all tracks were offered
   */
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

/**
 * The track for one possible name of an entry. Undefined when several tracks have the title, and neither artist nor
 * album decides between them.
 */
function chosen({ candidates: { first, count, ofAlbum }, albumKey, hasArtist }: Option): string | undefined {
  const ofItsAlbum = albumKey === undefined ? undefined : ofAlbum.get(albumKey)
  return ofItsAlbum ?? (hasArtist || count === 1 ? first : undefined)
}

/**
 * The names that other programs may use for the artist of a track. Without artists it is the title of the album, as in
 * the player.
 */
function artistsOf({ artistName, albumArtistName, albumTitle, tagArtist }: SongNames): string[] {
  const shown = artistName ?? albumArtistName ?? albumTitle
  return [shown, shown.split(FURTHER_ARTIST)[0] ?? shown, ...(tagArtist === null ? [] : [tagArtist])]
}

function keyOf(title: string, artist?: string): string {
  return artist === undefined ? `\n${title}` : `${comparedName(artist)}\n${title}`
}
