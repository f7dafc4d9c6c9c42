import type { CardKind } from '@tonarchiv/contract/cards'
import { INTEGER_MAX } from '@tonarchiv/contract/text'

/** A link to a thing of the archive. */
export interface CardLink {
  kind: CardKind
  /** The id. For an album it may be the title instead, for a track the name of its file. */
  name: string
  /** The second of a moment; undefined for other cards. */
  second?: number
  /** The text without the link. */
  rest: string
}

const URLS = /https?:\/\/[^\s<>"]+/giu
/** Characters at the end that belong to the sentence. Addresses made by the product do not end with one. */
const CLOSING = /[.,;:!?'…“”„‚‘’»«)\]}*]+$/u
/** Longest name of a thing in a link, in characters. */
const NAME_MAX = 1500

/** The first link of this origin in a text that leads to a track, an album, a playlist or a video. */
export function cardLinkIn(text: string, origin: string): CardLink | undefined {
  for (const { 0: found, index } of text.matchAll(URLS)) {
    const address = found.replace(CLOSING, '')
    const target = URL.canParse(address) ? targetOf(new URL(address), origin) : undefined
    if (target !== undefined) return { ...target, rest: without(text, index, index + address.length) }
  }
  return undefined
}

function targetOf(url: URL, origin: string): Omit<CardLink, 'rest'> | undefined {
  if (url.origin !== origin) return undefined
  const { pathname, searchParams } = url
  const [, playlistId] = /^\/playlists\/([^/]+)$/.exec(pathname) ?? []
  if (playlistId !== undefined) return named('playlist', playlistId)
  if (pathname === '/videos') return named('video', searchParams.get('video'))
  if (pathname !== '/archive') return undefined
  const track = searchParams.get('track')
  if (track === null) return named('album', searchParams.get('album'))
  const second = secondIn(searchParams.get('t'))
  const target = named(second === undefined ? 'track' : 'moment', track)
  return target && { ...target, ...(second !== undefined && { second }) }
}

function named(kind: CardKind, name: string | null): Omit<CardLink, 'rest'> | undefined {
  return name === null || name === '' || name.length > NAME_MAX ? undefined : { kind, name }
}

function secondIn(given: string | null): number | undefined {
  if (given === null || !/^\d{1,10}$/.test(given)) return undefined
  const second = Number(given)
  return second <= INTEGER_MAX ? second : undefined
}

function without(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start).trimEnd(), text.slice(end).trimStart()]
  return before === '' || after === '' ? before + after : `${before} ${after}`
}
