import { shownTitle } from '@tonarchiv/contract/catalog'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Executor } from '#database/prepared.ts'
import { allSongs, findTracks, isPlayable, plainLetters, type SongNames } from '#features/catalog/index.ts'
import type { FileEntry, SongName } from './playlist-file.ts'

/** Longest part of a name that is compared. */
const COMPARED_MAX = 300
const FURTHER_ARTIST = ', '

/** Entries that are prepared at once: a few milliseconds. */
const ENTRIES_AT_ONCE = 200

/**
 * The id of the playable track for each entry: the one that its link leads to, otherwise the one with its names.
 * Links are looked up with one query; for the names all tracks are read once, whatever the number of entries.
 */
export async function matchEntries(
  db: Executor,
  entries: readonly FileEntry[],
): Promise<(string | undefined)[]> {
  const linked = await findTracks(db, [...new Set(entries.flatMap((entry) => entry.linked ?? []))])
  const byLink = entries.map((entry) => {
    const track = entry.linked === undefined ? undefined : linked.get(entry.linked)
    return track !== undefined && isPlayable(track) ? track.id : undefined
  })
  if (byLink.every((id) => id !== undefined)) return byLink
  const wanted = new WantedSongs()
  const finders: (() => string | undefined)[] = []
  for (const [index, entry] of entries.entries()) {
    const id = byLink[index]
    finders.push(id === undefined ? wanted.add(entry) : () => id)
    if ((index + 1) % ENTRIES_AT_ONCE === 0) await yieldToEventLoop()
  }
  for await (const songs of allSongs(db)) for (const song of songs) wanted.offer(song)
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
  readonly #titles = new Set<string>()
  readonly #byName = new Map<string, Candidates>()
  readonly #byFileName = new Map<string, string | undefined>()

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
    const titleKey = compared(title)
    this.#titles.add(titleKey)
    const key = keyOf(titleKey, artist)
    const candidates = this.#byName.get(key) ?? { first: undefined, count: 0, ofAlbum: new Map() }
    this.#byName.set(key, candidates)
    const albumKey = album === undefined ? undefined : compared(album)
    if (albumKey !== undefined) candidates.ofAlbum.set(albumKey, undefined)
    return { candidates, albumKey, hasArtist: artist !== undefined }
  }

  offer(song: SongNames): void {
    const { id, fileName, albumTitle } = song
    if (fileName !== null && this.#byFileName.has(fileName)) this.#byFileName.set(fileName, id)
    const title = compared(shownTitle(song.title))
    if (!this.#titles.has(title)) return
    const keys = new Set([keyOf(title), ...artistsOf(song).map((artist) => keyOf(title, artist))])
    const album = compared(albumTitle)
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
  return artist === undefined ? `\n${title}` : `${compared(artist)}\n${title}`
}

/** A name without case, accents and punctuation; "ä" and "ae" are the same. */
function compared(name: string): string {
  const plain = plainLetters(name.slice(0, COMPARED_MAX)).replaceAll(/([aou])e/g, '$1')
  const letters = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '')
  return letters === '' ? plain : letters
}
