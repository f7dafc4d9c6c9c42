import * as contract from '@tonarchiv/contract/search'
import { type Caller, hasKey } from '#access/caller.ts'
import type { Database } from '#database/open.ts'
import { isBannedFromChat } from '#features/chat/index.ts'
import { visiblePlaylistIdsOf } from '#features/playlists/index.ts'
import type { Presence } from '#features/presence/index.ts'
import { isPossible, knownWordsIn, type Query, queryOf, tolerantQueryOf, withInside } from './alternatives.ts'
import { findExact, findSimilar } from './find.ts'
import { findPeople, findSimilarPeople } from './find-people.ts'
import { type IndexReader, openIndexReader } from './index-reader.ts'
import type { Indexer } from './indexer.ts'
import type { Kind } from './store/kinds.ts'
import type { Match } from './store/matches.ts'
import { messageDocuments } from './store/message-documents.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface SearchServices {
  db: Database
  presence: Pick<Presence, 'members' | 'isHidden' | 'hiddenFrom'>
  vocabulary: Vocabulary
  indexer: Pick<Indexer, 'catchUp'>
}

export type Group = contract.SearchGroup
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

/** The groups that members without an access key may search. Of playlists they find only their own. */
const WITHOUT_KEY: ReadonlySet<Group> = new Set(['playlists', 'people', 'messages'])
/** Groups whose hits have names. A hit in one of these groups means that the entered text was not misspelt. */
const NAMES: ReadonlySet<Group> = new Set(['songs', 'albums', 'artists', 'playlists', 'videos', 'people'])

/** The hits of a group: a page of their ids, and their total. */
export interface Page {
  ids: readonly string[]
  total: number
  /**
   * Only for a search for similar words. For each entered word, the word of the first hit that is similar to it;
   * undefined if the hit contains the entered word itself.
   */
  instead?: readonly (string | undefined)[] | undefined
}

/** The range of a list of hits that is requested. */
interface Part {
  from: number
  to: number
}

/** A request for a search. */
export interface Request {
  text: string
  /** Whether only the entered words are searched, not similar ones. */
  isExact: boolean
  /** The requested groups, with the requested range of each. */
  parts: ReadonlyMap<Group, Part>
  /** Aborted when the caller has closed the connection. */
  signal?: AbortSignal
}

/** The context of a running search. */
export interface Run {
  needs: SearchServices
  index: IndexReader
  caller: Caller
  request: Request
  groups: readonly Group[]
}

/** The pages of the groups, and the words by which they were found. */
export interface FoundPages {
  run: Run
  pages: ReadonlyMap<Group, Page>
  query: Query
  /** Similar words that were searched. */
  similar: readonly string[]
}

/**
 * Searches the requested groups that the caller may see.
 * @throws the signal's reason instead of running another statement, once it is aborted
 */
export async function findPages(
  services: SearchServices,
  caller: Caller,
  request: Request,
): Promise<FoundPages> {
  request.signal?.throwIfAborted()
  const isBanned = request.parts.has('messages') && (await isBannedFromChat(services.db, caller.id))
  const groups = contract.SEARCH_GROUPS.filter(
    (group) =>
      request.parts.has(group) &&
      (hasKey(caller) || WITHOUT_KEY.has(group)) &&
      !(isBanned && group === 'messages'),
  )
  await services.indexer.catchUp()
  request.signal?.throwIfAborted()
  let query = await queryOf(services.vocabulary, request.text)
  const needs = abortable(services, request.signal)
  const run = { needs, index: openIndexReader(needs), caller, request, groups }
  const people = await peoplePage(run)
  let pages = new Map([...(await exactPages(run, query)), ...people])
  if (query.words.length > 1 && isNameMissing(pages)) {
    query = withInside(needs.vocabulary, query)
    // An unknown word may be a part of a word, or misspelt. The search for similar words below finds both cases.
    const isTolerant = !request.isExact && knownWordsIn(query) < query.words.length
    if (!isTolerant && isPossible(query)) pages = new Map([...(await exactPages(run, query)), ...people])
  }
  const similar = !request.isExact && isNameMissing(pages) ? await addSimilar(run, query, pages) : []
  return { run, pages, query, similar }
}

/** The services for one search: they throw once the signal is aborted, and read the members only once. */
function abortable(services: SearchServices, signal: AbortSignal | undefined): SearchServices {
  let members: ReturnType<Presence['members']> | undefined
  const { vocabulary, indexer } = services
  return {
    vocabulary,
    indexer,
    // A getter, because the signal is checked before each statement.
    get db() {
      signal?.throwIfAborted()
      return services.db
    },
    presence: {
      isHidden: (one, other) => services.presence.isHidden(one, other),
      hiddenFrom: (userId) => services.presence.hiddenFrom(userId),
      members: async () => {
        signal?.throwIfAborted()
        return (members ??= services.presence.members())
      },
    },
  }
}

/**
 * Searches the groups without a hit again, for similar words, and adds the hits to `pages`.
 * @returns the similar words
 */
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
    // The names of members are not in the index.
    if (people !== undefined) found.set('people', people)
    for (const [group, page] of found) {
      pages.set(group, page)
      similar.push(...(page.instead ?? []).filter((word) => word !== undefined))
    }
    if (found.values().some(({ total }) => total > 0)) break
  }
  return similar
}

/** Whether none of the groups in `NAMES` has a hit. */
function isNameMissing(pages: ReadonlyMap<Group, Page>): boolean {
  return ![...pages].some(([group, { total }]) => NAMES.has(group) && total > 0)
}

function partOf({ request: { parts } }: Run, group: Group): Part {
  return parts.get(group) ?? { from: 0, to: 0 }
}

/** The kinds of documents for these groups. Members have no documents. */
function indexedGroups(groups: readonly Group[]): Map<Kind, IndexedGroup> {
  return new Map(groups.flatMap((group) => (group === 'people' ? [] : [[KIND_OF[group], group] as const])))
}

async function exactPages(run: Run, query: Query): Promise<Map<Group, Page>> {
  const { index, groups } = run
  const pages = new Map<Group, Page>()
  const kinds = indexedGroups(groups)
  const wanted = new Map([...kinds].map(([kind, group]) => [kind, wantedOf(run, group)]))
  for (const [kind, { matches, total }] of await findExact(index, wanted, query)) {
    const group = kinds.get(kind)
    const { from, to } = partOf(run, group ?? 'people')
    if (group === undefined) continue
    const visible = await visibleOf(run, group, matches)
    pages.set(group, {
      ids: (visible ?? refsOf(matches)).slice(from, to),
      total: visible === undefined ? total : counted(visible.length),
    })
  }
  return pages
}

async function peoplePage(run: Run): Promise<[Group, Page][]> {
  const { needs, caller, request, groups } = run
  if (!groups.includes('people')) return []
  const { from, to } = partOf(run, 'people')
  const people = await findPeople(needs.presence, caller.id, request.text)
  const ids = people.slice(from, to).map(({ id }) => id)
  return [['people', { ids, total: counted(people.length) }]]
}

async function similarPeoplePage(run: Run): Promise<Page> {
  const { from, to } = partOf(run, 'people')
  const people = await findSimilarPeople(run.needs.presence, run.caller.id, run.request.text)
  return {
    ids: people.slice(from, to).map(({ profile }) => profile.id),
    total: counted(people.length),
    instead: people[0]?.instead,
  }
}

async function similarPages(run: Run, query: Query): Promise<Map<Group, Page>> {
  const { index, groups } = run
  const pages = new Map<Group, Page>()
  const kinds = indexedGroups(groups)
  for (const [kind, matches] of await findSimilar(index, [...kinds.keys()], query)) {
    const group = kinds.get(kind)
    if (group === undefined) continue
    const { from, to } = partOf(run, group)
    const visible = (await visibleOf(run, group, matches)) ?? refsOf(matches)
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

/** Maximum number of matching messages that are read, if messages of some members are removed from them afterwards. */
const MESSAGES_READ = 2 * contract.SEARCH_COUNTED

/**
 * The number of matches that must be read of a group. If matches that the caller may not see are removed afterwards,
 * more than the requested page is read, so that the page is full and the total counts only the others.
 */
function wantedOf(run: Run, group: IndexedGroup): number {
  if (group === 'playlists') return contract.SEARCH_COUNTED
  return group === 'messages' && hiddenFrom(run).size > 0 ? MESSAGES_READ : partOf(run, group).to
}

function hiddenFrom({ needs, caller }: Run): ReadonlySet<string> {
  return needs.presence.hiddenFrom(caller.id)
}

/** The ids of those matches that the caller may see; undefined if nothing of the group is hidden from the caller. */
async function visibleOf(
  run: Run,
  group: IndexedGroup,
  matches: readonly Match[],
): Promise<string[] | undefined> {
  if (matches.length === 0) return undefined
  if (group === 'playlists') {
    const visible = await visiblePlaylistIdsOf(run.needs.db, run.caller, refsOf(matches))
    return refsOf(matches).filter((id) => visible.has(id))
  }
  const hidden = hiddenFrom(run)
  if (group !== 'messages' || hidden.size === 0) return undefined
  const documents = await messageDocuments(
    run.needs.db,
    matches.map(({ id }) => id),
  )
  const hiddenIds = new Set(
    documents.flatMap(({ id, author }) => (author !== null && hidden.has(author) ? id : [])),
  )
  return refsOf(matches.filter(({ id }) => !hiddenIds.has(id)))
}
