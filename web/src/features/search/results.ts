import type { SearchGroup } from '@tonarchiv/contract/search'
import type { ComponentType } from 'react'
import type { Track } from '#features/tracks/index.ts'

/** The groups of the server, and what the app itself offers. */
export type SectionId = SearchGroup | 'pages' | 'recent'

/** Which groups are requested: all, or one. */
export type GroupFilter = SearchGroup | 'pages' | undefined

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

export type Picture =
  | { kind: 'cover' | 'person' | 'video'; url: string | null }
  | { kind: 'mosaic'; urls: readonly string[] }
  | { kind: 'icon'; Icon: Icon }

/** What Enter and a press do. */
export type Opening =
  | { kind: 'path'; path: string }
  | { kind: 'profile'; userId: string }
  /** The lyrics of a track, at this line. */
  | { kind: 'lyrics'; track: Track; line: string }
  | { kind: 'text'; text: string }
  | { kind: 'command'; run: () => void; staysOpen?: true }

export interface Row {
  /** Unique in a list, and the same for the same thing in every list. */
  key: string
  title: string
  below?: string | undefined
  picture: Picture
  /** A duration. */
  end?: string | undefined
  isExclusive?: boolean
  opening: Opening
  /** Of a song: it can be played and queued. */
  track?: Track
}

export interface Section {
  id: SectionId
  label: string
  rows: readonly Row[]
  /** Beside the label: leads to all hits, or clears the list. */
  action?: SectionAction
}

export interface SectionAction {
  label: string
  /** Beside the label of the action: the number of all hits. */
  count?: string
  /** `hits`: all hits of a group, for the text that is typed by then. */
  opening: Opening | { kind: 'hits'; group: SearchGroup }
}

export interface Query {
  /** Trimmed. */
  text: string
  group: GroupFilter
  /** Without tolerance for misspelt words. */
  isExact: boolean
}

/** What a list shows for a query. */
export interface Results {
  query: Query
  sections: readonly Section[]
  /** The text that was searched instead. */
  corrected: string | undefined
  /** Folded pieces to mark. */
  terms: readonly string[]
  /** The server did not answer: only what the app itself offers is listed. */
  failure?: unknown
}

/** Key of the entry that searches for exactly what was typed. */
export const EXACT = 'exact'

/** Key of the entry beside the label of a section. */
export function actionKey({ id }: Pick<Section, 'id'>): string {
  return `action:${id}`
}

/** The keys of everything that arrows can select, from top to bottom. */
export function stopsOf({ sections, corrected }: Pick<Results, 'sections' | 'corrected'>): string[] {
  const rows = sections.flatMap((section) => [
    ...(section.action ? [actionKey(section)] : []),
    ...section.rows.map(({ key }) => key),
  ])
  return corrected === undefined ? rows : [EXACT, ...rows]
}

/** The best hit: what Enter opens unless something else was selected. */
export function bestKey({ sections }: Pick<Results, 'sections'>): string | undefined {
  return sections.find(({ rows }) => rows.length > 0)?.rows[0]?.key
}

/** The entry with this key: a row, or the action of a section. */
export function entryAt(
  { sections }: Pick<Results, 'sections'>,
  key: string,
): { row: Row; section: Section } | { action: SectionAction } | undefined {
  for (const section of sections) {
    if (section.action && actionKey(section) === key) return { action: section.action }
    const row = section.rows.find((each) => each.key === key)
    if (row) return { row, section }
  }
  return undefined
}
