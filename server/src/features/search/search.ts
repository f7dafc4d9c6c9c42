import { foldText } from '@tonarchiv/contract/fold-text'
import * as contract from '@tonarchiv/contract/search'
import type { QueryOf } from '@tonarchiv/contract/route'
import { type Caller, hasKey } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import { visiblePlaylistsOf } from '#features/playlists/index.ts'
import type { Presence } from '#features/presence/index.ts'
import {
  countExact,
  findExact,
  findSimilar,
  type Query,
  queryOf,
  type TolerantQuery,
  tolerantQueryOf,
} from './find.ts'
import type { Match } from './store/matches.ts'
import { findPeople, findSimilarPeople } from './find-people.ts'
import * as hits from './hits.ts'
import type { Kind } from './store/kinds.ts'
import type { Vocabulary } from './vocabulary.ts'
import { indexedWords, spellingsOf, wordsIn } from './words.ts'

export interface SearchServices {
  db: Executor
  presence: Presence
  vocabulary: Vocabulary
}

type Request = QueryOf<typeof contract.searchEverything>
type Group = contract.SearchGroup
type IndexedGroup = Exclude<Group, 'people'>

const KIND_OF = {
  songs: 'song',
  albums: 'album',
  artists: 'artist',
  playlists: 'playlist',
  videos: 'video',
  messages: 'message',
  lyrics: 'lyrics',
} as const satisfies Record<IndexedGroup, Kind>

/** The groups of what members without an access key may see: of playlists their own. */
const WITHOUT_KEY: ReadonlySet<Group> = new Set(['playlists', 'people', 'messages'])
/** Groups of names: when one of them has exactly what was entered, nothing was misspelt. */
const NAMES: ReadonlySet<Group> = new Set(['songs', 'albums', 'artists', 'playlists', 'videos', 'people'])
/** Most playlists of which the visible ones are chosen. */
const PLAYLISTS_COMPARED = 2000

/** What was found of a group. */
interface Page {
  ids: readonly string[]
  total: number
  hasExact: boolean
  /** For the first hit of a search with slips: the words that were found instead of those that were entered. */
  instead?: readonly (string | undefined)[] | undefined
}

/** A search as it runs. */
interface Run {
  needs: SearchServices
  caller: Caller
  request: Request
}

/** Searches the groups that the caller may see. */
export async function search(
  needs: SearchServices,
  caller: Caller,
  request: Request,
): Promise<contract.SearchAnswer> {
  const run = { needs, caller, request }
  const query = await queryOf(needs.vocabulary, request.q)
  const wanted = contract.SEARCH_GROUPS.filter(
    (group) => (request.group ?? group) === group && (hasKey(caller) || WITHOUT_KEY.has(group)),
  )
  const pages = new Map<Group, Page>()
  for (const group of wanted) pages.set(group, await exactPage(run, query, group))
  const isMisspelt = ![...pages].some(([group, { hasExact }]) => NAMES.has(group) && hasExact)
  let similar: readonly string[] = []
  if (request.exact === undefined && isMisspelt && [...pages.values()].some(({ total }) => total === 0)) {
    const tolerant = tolerantQueryOf(needs.vocabulary, query)
    similar = tolerant.similar.flatMap((words) => words.map(({ word }) => word))
    for (const [group, { total }] of pages)
      if (total === 0) pages.set(group, await similarPage(run, tolerant, group))
  }
  const groups = await readHits(run, pages, [...query.words.flat(), ...similar])
  const shown = wordsShown(groups)
  const instead = [...pages.values()].find((page) => page.instead !== undefined)?.instead
  return {
    groups,
    corrected: instead === undefined ? null : correctedText(request.q, instead, shown),
    terms: termsOf(query, similar, shown),
  }
}

async function exactPage({ needs, caller, request }: Run, query: Query, group: Group): Promise<Page> {
  const { limit, q } = request
  const offset = request.group === undefined ? 0 : request.offset
  const end = offset + limit
  if (group === 'people') {
    const people = await findPeople(needs.presence, caller.id, q)
    const ids = people.slice(offset, end).map(({ id }) => id)
    return { ids, total: counted(people.length), hasExact: people.length > 0 }
  }
  const kind = KIND_OF[group]
  if (group === 'playlists') {
    const { matches, hasExact } = await findExact(needs.db, kind, query, PLAYLISTS_COMPARED)
    const visible = await visibleOf(needs, caller, matches)
    return {
      ids: visible.slice(offset, end),
      total: counted(visible.length),
      hasExact: hasExact && visible.length > 0,
    }
  }
  const { matches, hasExact } = await findExact(needs.db, kind, query, end + 1)
  const isAll = matches.length <= end
  const total = isAll
    ? matches.length
    : Math.max(matches.length, await countExact(needs.db, kind, query, contract.SEARCH_COUNTED))
  return { ids: refsOf(matches).slice(offset, end), total: counted(total), hasExact }
}

async function similarPage(
  { needs, caller, request }: Run,
  query: TolerantQuery,
  group: Group,
): Promise<Page> {
  const offset = request.group === undefined ? 0 : request.offset
  const end = offset + request.limit
  if (group === 'people') {
    const people = await findSimilarPeople(needs.presence, caller.id, request.q)
    const ids = people.slice(offset, end).map(({ profile }) => profile.id)
    return { ids, total: counted(people.length), hasExact: false, instead: people[0]?.instead }
  }
  const matches = await findSimilar(needs.db, KIND_OF[group], query)
  const visible = group === 'playlists' ? await visibleOf(needs, caller, matches) : refsOf(matches)
  const instead = matches.find(({ ref }) => ref === visible[0])?.instead
  return { ids: visible.slice(offset, end), total: counted(visible.length), hasExact: false, instead }
}

function counted(total: number): number {
  return Math.min(total, contract.SEARCH_COUNTED)
}

function refsOf(matches: readonly Match[]): string[] {
  return matches.map(({ ref }) => ref)
}

/** The ids of the playlists that the caller may see. */
async function visibleOf(
  { db }: SearchServices,
  caller: Caller,
  matches: readonly Match[],
): Promise<string[]> {
  if (matches.length === 0) return []
  const visible = await visiblePlaylistsOf(db, caller, refsOf(matches))
  return refsOf(matches).filter((id) => visible.has(id))
}

type Groups = contract.SearchAnswer['groups']

async function readHits(
  { needs, caller }: Run,
  pages: ReadonlyMap<Group, Page>,
  words: readonly string[],
): Promise<Groups> {
  const { db, presence } = needs
  async function read<Hit>(group: Group, hitsOf: (ids: readonly string[]) => Promise<Hit[]>) {
    const page = pages.get(group)
    if (page === undefined) return undefined
    const list = page.ids.length === 0 ? [] : await hitsOf(page.ids)
    // What is gone since it was indexed is not counted.
    return { hits: list, total: page.total - (page.ids.length - list.length) }
  }
  return {
    songs: await read('songs', async (ids) => hits.songHits(db, ids)),
    albums: await read('albums', async (ids) => hits.albumHits(db, ids)),
    artists: await read('artists', async (ids) => hits.artistHits(db, ids)),
    playlists: await read('playlists', async (ids) => hits.playlistHits(needs, caller, ids)),
    videos: await read('videos', async (ids) => hits.videoHits(db, ids)),
    people: await read('people', async (ids) => hits.peopleHits(presence, ids)),
    messages: await read('messages', async (ids) => hits.messageHits(db, ids)),
    lyrics: await read('lyrics', async (ids) => hits.lyricsHits(db, ids, lineScore(words))),
  }
}

/** More for a line with more of the words, whole ones before parts. */
function lineScore(words: readonly string[]): (line: string) => number {
  return (line) => {
    const its = indexedWords(line)
    const text = [...its].join(' ')
    let score = 0
    for (const word of words) {
      if (its.has(word)) score += 3
      else if (text.includes(word)) score += 2
    }
    return score
  }
}

/** The words of the hits as they are written. */
function wordsShown({
  songs,
  albums,
  artists,
  playlists,
  videos,
  people,
  messages,
  lyrics,
}: Groups): string[] {
  const texts = [
    ...(songs?.hits ?? []).flatMap(({ title, artist, album }) => [title, artist, album]),
    ...(albums?.hits ?? []).flatMap(({ albumTitel, artist }) => [albumTitel, artist ?? '']),
    ...(artists?.hits ?? []).map(({ name }) => name),
    ...(playlists?.hits ?? []).map(({ title }) => title),
    ...(videos?.hits ?? []).map(({ title }) => title),
    ...(people?.hits ?? []).flatMap(({ username, displayName }) => [username, displayName]),
    ...(messages?.hits ?? []).map(({ content }) => content),
    ...(lyrics?.hits ?? []).flatMap(({ line, song }) => [line, song.title]),
  ]
  return [...new Set(texts.flatMap(wordsIn))]
}

/** The search with the words that were found, in the spelling of the hits. */
function correctedText(
  entered: string,
  instead: readonly (string | undefined)[],
  shown: readonly string[],
): string {
  const words = wordsIn(entered).map((word, index) => {
    const found = instead[index]
    if (found === undefined) return word
    return shown.find((one) => spellingsOf(one).includes(found) || foldText(one) === found) ?? found
  })
  return words.join(' ').toLowerCase()
}

/** The words of the search, and similar ones that the hits contain. */
function termsOf({ words }: Query, similar: readonly string[], shown: readonly string[]): string[] {
  const known = new Set(similar)
  const found =
    known.size === 0 ? [] : shown.filter((word) => spellingsOf(word).some((way) => known.has(way)))
  return [...new Set([...words.flat(), ...found.map(foldText)])]
}
