import { foldText } from '@tonarchiv/contract/fold-text'
import * as contract from '@tonarchiv/contract/search'
import type { QueryOf } from '@tonarchiv/contract/route'
import { type Caller, hasKey } from '#access/caller.ts'
import type { Executor } from '#database/prepared.ts'
import { findTracks } from '#features/catalog/index.ts'
import { visiblePlaylistIdsOf } from '#features/playlists/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { knownWordsIn, isPossible, type Query, queryOf, tolerantQueryOf, withInside } from './alternatives.ts'
import { findExact, findSimilar } from './find.ts'
import type { Match } from './store/matches.ts'
import { findPeople, findSimilarPeople } from './find-people.ts'
import { type IndexReader, openIndexReader } from './index-reader.ts'
import * as hits from './hits.ts'
import type { Indexer } from './indexer.ts'
import type { Kind } from './store/kinds.ts'
import type { Vocabulary } from './vocabulary.ts'
import { spellingsOf, wordsIn } from './words.ts'

export interface SearchServices {
  db: Executor
  presence: Pick<Presence, 'members'>
  vocabulary: Vocabulary
  indexer: Pick<Indexer, 'catchUp'>
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
/** Groups of names: when one of them contains what was entered, nothing was misspelt. */
const NAMES: ReadonlySet<Group> = new Set(['songs', 'albums', 'artists', 'playlists', 'videos', 'people'])

/** What was found of a group. */
interface Page {
  ids: readonly string[]
  total: number
  /** For the first hit of a search with slips: the words that were found instead of those that were entered. */
  instead?: readonly (string | undefined)[] | undefined
}

/** A search as it runs. */
interface Run {
  needs: SearchServices
  index: IndexReader
  caller: Caller
  request: Request
  groups: readonly Group[]
}

/** Searches the groups that the caller may see. */
export async function search(
  needs: SearchServices,
  caller: Caller,
  request: Request,
): Promise<contract.SearchAnswer> {
  const groups = contract.SEARCH_GROUPS.filter(
    (group) => (request.group ?? group) === group && (hasKey(caller) || WITHOUT_KEY.has(group)),
  )
  await needs.indexer.catchUp()
  // They are read once.
  let members: ReturnType<Presence['members']> | undefined
  const presence = { members: async () => (members ??= needs.presence.members()) }
  const index = openIndexReader(needs.db, needs.vocabulary)
  const run = { needs: { ...needs, presence }, index, caller, request, groups }
  let query = await queryOf(needs.vocabulary, request.q)
  const people = await peoplePage(run)
  let pages = new Map([...(await exactPages(run, query)), ...people])
  if (query.words.length > 1 && isNameMissing(pages)) {
    query = withInside(needs.vocabulary, query)
    // An unknown word may be a part of a word or a misspelt one: with slips both are found together.
    const isTolerant = request.exact === undefined && knownWordsIn(query) < query.words.length
    if (!isTolerant && isPossible(query)) pages = new Map([...(await exactPages(run, query)), ...people])
  }
  const similar =
    request.exact === undefined && isNameMissing(pages) ? await addSimilar(run, query, pages) : []
  const hitsOfGroups = await readHits(run, pages, [...query.words.flat(), ...similar])
  const shown = similar.length === 0 ? [] : wordsShown(hitsOfGroups)
  const instead = groups
    .map((group) => pages.get(group)?.instead)
    .find((words) => words?.some((word) => word !== undefined) === true)
  return {
    groups: hitsOfGroups,
    corrected: instead === undefined ? null : correctedText(request.q, instead, shown),
    terms: termsOf(query, similar, shown),
  }
}

/** Adds what is found with slips to the groups that have no hit. @returns the words that were searched instead */
async function addSimilar(run: Run, query: Query, pages: Map<Group, Page>): Promise<string[]> {
  const missing = run.groups.filter((group) => pages.get(group)?.total === 0)
  const similar: string[] = []
  const people = missing.includes('people') ? await similarPeoplePage(run) : undefined
  for (const misspelt of knownWordsIn(query) > 0 ? (['unknown', 'all'] as const) : (['all'] as const)) {
    const tolerant = tolerantQueryOf(run.needs.vocabulary, query, misspelt)
    similar.push(...tolerant.similar.map(({ word }) => word))
    const found = isPossible(tolerant.query)
      ? await similarPages({ ...run, groups: missing }, tolerant.query)
      : new Map<Group, Page>()
    // Members have no words in the index.
    if (people !== undefined) found.set('people', people)
    for (const [group, page] of found) {
      pages.set(group, page)
      similar.push(...(page.instead ?? []).filter((word) => word !== undefined))
    }
    if (found.values().some(({ total }) => total > 0)) break
  }
  return similar
}

/** Whether no group of names has a hit. */
function isNameMissing(pages: ReadonlyMap<Group, Page>): boolean {
  return ![...pages].some(([group, { total }]) => NAMES.has(group) && total > 0)
}

/** The part of a list that was requested. */
function partOf({ request: { group, offset, limit } }: Run): { from: number; to: number } {
  const from = group === undefined ? 0 : offset
  return { from, to: from + limit }
}

/** The groups besides people, by the kinds of their documents. */
function indexedGroups(groups: readonly Group[]): Map<Kind, IndexedGroup> {
  return new Map(groups.flatMap((group) => (group === 'people' ? [] : [[KIND_OF[group], group] as const])))
}

async function exactPages(run: Run, query: Query): Promise<Map<Group, Page>> {
  const { needs, index, caller, groups } = run
  const { from, to } = partOf(run)
  const pages = new Map<Group, Page>()
  const kinds = indexedGroups(groups)
  // The visible ones are chosen of all.
  const wanted = new Map(
    [...kinds].map(([kind, group]) => [kind, group === 'playlists' ? contract.SEARCH_COUNTED : to]),
  )
  for (const [kind, { matches, total }] of await findExact(index, wanted, query)) {
    const group = kinds.get(kind)
    if (group === 'playlists') {
      const visible = await visibleOf(needs, caller, matches)
      pages.set(group, { ids: visible.slice(from, to), total: counted(visible.length) })
    } else if (group !== undefined) pages.set(group, { ids: refsOf(matches).slice(from, to), total })
  }
  return pages
}

async function peoplePage(run: Run): Promise<[Group, Page][]> {
  const { needs, caller, request, groups } = run
  if (!groups.includes('people')) return []
  const { from, to } = partOf(run)
  const people = await findPeople(needs.presence, caller.id, request.q)
  const ids = people.slice(from, to).map(({ id }) => id)
  return [['people', { ids, total: counted(people.length) }]]
}

async function similarPeoplePage(run: Run): Promise<Page> {
  const { from, to } = partOf(run)
  const people = await findSimilarPeople(run.needs.presence, run.caller.id, run.request.q)
  return {
    ids: people.slice(from, to).map(({ profile }) => profile.id),
    total: counted(people.length),
    instead: people[0]?.instead,
  }
}

async function similarPages(run: Run, query: Query): Promise<Map<Group, Page>> {
  const { needs, index, caller, groups } = run
  const { from, to } = partOf(run)
  const pages = new Map<Group, Page>()
  const kinds = indexedGroups(groups)
  for (const [kind, matches] of await findSimilar(index, [...kinds.keys()], query)) {
    const group = kinds.get(kind)
    if (group === undefined) continue
    const visible = group === 'playlists' ? await visibleOf(needs, caller, matches) : refsOf(matches)
    const instead = matches.find(({ ref }) => ref === visible[0])?.instead
    const page = { ids: visible.slice(from, to), total: counted(visible.length) }
    pages.set(group, { ...page, instead })
  }
  return pages
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
  const visible = await visiblePlaylistIdsOf(db, caller, refsOf(matches))
  return refsOf(matches).filter((id) => visible.has(id))
}

type Groups = contract.SearchAnswer['groups']

async function readHits(
  { needs, caller }: Run,
  pages: ReadonlyMap<Group, Page>,
  words: readonly string[],
): Promise<Groups> {
  const { db, presence } = needs
  const tracks = await findTracks(
    db,
    (['songs', 'lyrics'] as const).flatMap((group) => pages.get(group)?.ids ?? []),
  )
  async function read<Hit>(group: Group, hitsOf: (ids: readonly string[]) => Promise<Hit[]>) {
    const page = pages.get(group)
    if (page === undefined) return undefined
    const list = page.ids.length === 0 ? [] : await hitsOf(page.ids)
    // What is gone since it was indexed is not counted.
    return { hits: list, total: page.total - (page.ids.length - list.length) }
  }
  return {
    songs: await read('songs', async (ids) => hits.songHits(tracks, ids)),
    albums: await read('albums', async (ids) => hits.albumHits(db, ids)),
    artists: await read('artists', async (ids) => hits.artistHits(db, ids)),
    playlists: await read('playlists', async (ids) => hits.playlistHits(needs, caller, ids)),
    videos: await read('videos', async (ids) => hits.videoHits(db, ids)),
    people: await read('people', async (ids) => hits.peopleHits(presence, ids)),
    messages: await read('messages', async (ids) => hits.messageHits(db, ids)),
    lyrics: await read('lyrics', async (ids) => hits.lyricsHits(db, tracks, ids, bestLine(words))),
  }
}

/** The line with most of the words, those at the beginning of words before others. */
function bestLine(words: readonly string[]): (lines: readonly string[]) => number {
  return (lines) => {
    // Folded together, which takes less time than one after the other.
    const folded = foldText(lines.map((line) => ` ${line.replaceAll('\n', ' ')}`).join('\n')).split('\n')
    let best = 0
    let most = -1
    for (const [index, text] of folded.entries()) {
      let score = 0
      for (const word of words)
        if (text.includes(word)) score += text.includes(` ${word}`) ? WORD_SCORE : PART_SCORE
      if (score <= most) continue
      best = index
      most = score
    }
    return best
  }
}

const WORD_SCORE = 3
const PART_SCORE = 2

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
