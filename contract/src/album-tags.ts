import type { AudioTags } from './audio-tags.ts'
import { GENRE_MAX_LENGTH, GENRES_MAX } from './liner-notes.ts'
import { lengthOf } from './text.ts'

/** An artist as the tags of a track name them. */
interface TaggedArtist {
  name: string
  role: 'main' | 'feature'
}

/** Maximum number of characters of a name; longer ones are ignored. */
const NAME_MAX_LENGTH = 200
/** The separator before a guest artist. */
const GUEST = /[\s([]+(?:feat|ft|featuring)(?:\.\s*|\s+)/i
/** Names that stand for several artists. */
const MANY = new Set([
  'various artists',
  'various',
  'va',
  'verschiedene interpreten',
  'verschiedene',
  'diverse',
])

/**
 * The artists of a track. If the file has a list of artists, the list is used; artists whom the artist text names after
 * "feat." are guests. Without a list, the text before "feat." is one name, and the text after it another.
 */
export function artistsOfTrack({ artist = '', artists = [] }: AudioTags): TaggedArtist[] {
  const [before, behind] = splitCredit(artist)
  if (artists.length === 0)
    return distinct([
      { name: before, role: 'main' },
      { name: behind.replace(/[)\]]\s*$/, ''), role: 'feature' },
    ])
  const [made, guests] = [sameName(before), sameName(behind)]
  const isGuest = (name: string) => guests.includes(sameName(name)) && !made.includes(sameName(name))
  return distinct(artists.map((name) => ({ name, role: isGuest(name) ? 'feature' : 'main' })))
}

/**
 * The artists of an album: the album artists if any file names some, otherwise the main artists of its tracks. Empty
 * when the files differ, and for a compilation.
 */
export function artistsOfAlbum(tags: readonly AudioTags[]): string[] {
  if (tags.some(({ isCompilation }) => isCompilation === true)) return []
  const named = tags.map(({ albumArtist, albumArtists = albumArtist === undefined ? [] : [albumArtist] }) =>
    distinct(albumArtists.map((name) => ({ name, role: 'main' }))),
  )
  if (named.some((names) => names.length > 0)) return agreed(named)
  return agreed(tags.map((one) => artistsOfTrack(one).filter(({ role }) => role === 'main')))
}

/**
 * The sort names in tags, by the names of their artists. They are ignored for a file that does not have one sort name
 * for each of its artists. If files differ, the first sort name of an artist is used.
 */
export function sortNamesIn(tags: readonly AudioTags[]): Map<string, string> {
  const found = new Map<string, string>()
  const add = (names: readonly string[], sortNames: readonly string[] = []) => {
    if (names.length !== sortNames.length) return
    for (const [index, name] of names.entries()) {
      const sortName = splitCredit(sortNames[index] ?? '')[0].trim()
      if (sortName !== '' && sortName.length <= NAME_MAX_LENGTH && !found.has(name)) found.set(name, sortName)
    }
  }
  for (const one of tags) {
    const main = artistsOfTrack(one).filter(({ role }) => role === 'main')
    add(
      main.map(({ name }) => name),
      one.artistSorts,
    )
    if (one.albumArtist !== undefined) add(artistsOfAlbum([one]), one.albumArtistSorts)
  }
  return found
}

/** The names in the lists if all lists contain the same names, otherwise none. */
function agreed(lists: readonly (readonly TaggedArtist[])[]): string[] {
  const [first = [], ...others] = lists
  const keyOf = (list: readonly TaggedArtist[]) => list.map(({ name }) => sameName(name)).join('\n')
  return others.every((list) => keyOf(list) === keyOf(first)) ? first.map(({ name }) => name) : []
}

function splitCredit(artist: string): [before: string, behind: string] {
  const match = GUEST.exec(artist)
  if (match === null) return [artist, '']
  return [artist.slice(0, match.index), artist.slice(match.index + match[0].length)]
}

/** Each artist once, without placeholders such as "Various Artists". */
function distinct(artists: readonly TaggedArtist[]): TaggedArtist[] {
  const known = new Map<string, TaggedArtist>()
  for (const { name: given, role } of artists) {
    const name = given.trim()
    const key = sameName(name)
    if (key === '' || name.length > NAME_MAX_LENGTH || MANY.has(key) || known.has(key)) continue
    known.set(key, { name, role })
  }
  return [...known.values()]
}

/**
 * A key of a name in tags. Names with the same key count as equal: they differ at most in case, Unicode composition and
 * spaces.
 */
export function sameName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** A key of a genre. Genres with the same key differ at most in case. */
export function genreKey(genre: string): string {
  return genre.normalize('NFC').toLowerCase()
}

/**
 * The genres in the files of an album, most frequent first. Each is spelled as in its first occurrence. Names that are
 * too long are omitted, and so are genres above the limit.
 */
export function genresOfAlbum(tags: readonly AudioTags[]): string[] {
  const counts = new Map<string, { genre: string; count: number }>()
  for (const genre of tags.flatMap(({ genres = [] }) => genres)) {
    if (lengthOf(genre) > GENRE_MAX_LENGTH) continue
    const key = genreKey(genre)
    const known = counts.get(key) ?? { genre, count: 0 }
    known.count += 1
    counts.set(key, known)
  }
  return [...counts.values()]
    .sort((a, b) => b.count - a.count)
    .slice(0, GENRES_MAX)
    .map(({ genre }) => genre)
}
