import { ROOM_ID } from '@tonarchiv/contract/chat'
import { foldText } from '@tonarchiv/contract/fold-text'
import type { QueryOf } from '@tonarchiv/contract/route'
import * as contract from '@tonarchiv/contract/search'
import type { Caller } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { findTracks } from '#features/catalog/index.ts'
import { foundMessages } from '#features/chat/index.ts'
import type { Query } from './alternatives.ts'
import { findPages, type Group, type Page, type Run, type SearchServices } from './find-pages.ts'
import * as hits from './hits.ts'
import { spellingsOf, wordsIn } from './words.ts'

type Request = QueryOf<typeof contract.searchEverything>

/**
 * Searches the groups that the caller may see.
 * @throws the signal's reason instead of running another statement, once it is aborted
 */
export async function search(
  needs: SearchServices,
  caller: Caller,
  { q, exact, group, offset, limit }: Request,
  signal: AbortSignal,
): Promise<contract.SearchAnswer> {
  const from = group === undefined ? 0 : offset
  const requested = group === undefined ? contract.SEARCH_GROUPS : [group]
  const { run, pages, query, similar } = await findPages(seenBy(needs, caller), caller, {
    text: q,
    isExact: exact !== undefined,
    parts: new Map(requested.map((one) => [one, { from, to: from + limit }])),
    signal,
  })
  const hitsOfGroups = await readHits(run, pages, [...query.words.flat(), ...similar])
  const shown = similar.length === 0 ? [] : wordsShown(hitsOfGroups)
  const instead = run.groups
    .map((one) => pages.get(one)?.instead)
    .find((words) => words?.some((word) => word !== undefined) === true)
  return {
    groups: hitsOfGroups,
    corrected: instead === undefined ? null : correctedText(q, instead, shown),
    terms: termsOf(query, similar, shown),
  }
}

/** The requested ranges of songs, albums and artists. */
export interface WantedIds {
  songs: { limit: number; offset: number }
  albums: { limit: number; offset: number }
  artists: { limit: number; offset: number }
}

/** The ids of hits, best first, up to `SEARCH_COUNTED` of each kind. */
export async function searchIds(
  needs: SearchServices,
  caller: Caller,
  text: string,
  wanted: WantedIds,
): Promise<Record<keyof WantedIds, readonly string[]>> {
  const parts = (['songs', 'albums', 'artists'] as const).flatMap((group) => {
    const { limit, offset } = wanted[group]
    const to = Math.min(offset + limit, contract.SEARCH_COUNTED)
    return offset < to ? [[group, { from: offset, to }] as const] : []
  })
  if (parts.length === 0) return { songs: [], albums: [], artists: [] }
  const { pages } = await findPages(seenBy(needs, caller), caller, {
    text: text.slice(0, contract.SEARCH_MAX_LENGTH).toWellFormed(),
    isExact: false,
    parts: new Map(parts),
  })
  return {
    songs: pages.get('songs')?.ids ?? [],
    albums: pages.get('albums')?.ids ?? [],
    artists: pages.get('artists')?.ids ?? [],
  }
}

type Groups = contract.SearchAnswer['groups']

async function readHits(
  { needs, caller }: Run,
  pages: ReadonlyMap<Group, Page>,
  words: readonly string[],
): Promise<Groups> {
  const tracks = await findTracks(
    needs.db,
    (['songs', 'lyrics'] as const).flatMap((group) => pages.get(group)?.ids ?? []),
  )
  async function read<Hit>(group: Group, hitsOf: (ids: readonly string[]) => Promise<Hit[]>) {
    const page = pages.get(group)
    if (page === undefined) return undefined
    const list = page.ids.length === 0 ? [] : await hitsOf(page.ids)
    // Rows that were deleted since they were indexed, or that the caller may not see, are not counted.
    return { hits: list, total: page.total - (page.ids.length - list.length) }
  }
  return {
    songs: await read('songs', async (ids) => hits.songHits(tracks, ids)),
    albums: await read('albums', async (ids) => hits.albumHits(needs.db, ids)),
    artists: await read('artists', async (ids) => hits.artistHits(needs.db, ids)),
    playlists: await read('playlists', async (ids) => hits.playlistHits(needs, caller, ids)),
    videos: await read('videos', async (ids) => hits.videoHits(needs.db, ids)),
    people: await read('people', async (ids) => hits.peopleHits(needs.presence, ids)),
    messages: await read('messages', async (ids) =>
      hits.messageHits(
        { presence: needs.presence, callerId: caller.id },
        await foundMessages(needs.db, ids, ROOM_ID),
        ids,
      ),
    ),
    lyrics: await read('lyrics', async (ids) => hits.lyricsHits(needs.db, tracks, ids, bestLine(words))),
  }
}

/**
 * Returns the index of the line that contains most of the words. A word counts more if a word of the line begins with
 * it.
 */
function bestLine(words: readonly string[]): (lines: readonly string[]) => number {
  return (lines) => {
    // The letters of all lines are made plain in one call, which is faster than one call for each line.
    const all = foldText(lines.map((line) => ` ${line.replaceAll('\n', ' ')}`).join('\n'))
    const its = words.filter((word) => all.includes(word))
    let best = 0
    let most = -1
    for (const [index, text] of all.split('\n').entries()) {
      let score = 0
      for (const word of its)
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

/** The words of the texts that the hits show, in their original spelling. */
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

/** The entered text with misspelt words replaced by the words that were found, in the spelling of the hits. */
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

/** The words of the search, and the similar words that the hits contain. */
function termsOf({ words }: Query, similar: readonly string[], shown: readonly string[]): string[] {
  const known = new Set(similar)
  const found =
    known.size === 0 ? [] : shown.filter((word) => spellingsOf(word).some((way) => known.has(way)))
  return [...new Set([...words.flat(), ...found.map(foldText)])]
}
