import type { SearchGroup } from '@tonarchiv/contract/search'
import type { ComponentType } from 'react'
import type { Track } from '#features/tracks/index.ts'

/** The groups of the server, and what the app itself offers. */
export type SectionId = SearchGroup | 'pages' | 'recent'

/** The requested group; undefined requests all. */
export type GroupFilter = SearchGroup | 'pages' | undefined

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

export type Picture =
  | { kind: 'cover' | 'person' | 'video'; url: string | null }
  | { kind: 'mosaic'; urls: readonly string[] }
  | { kind: 'icon'; Icon: Icon }

/** The effect of Enter or a press. */
export type Opening =
  | { kind: 'path'; path: string }
  | { kind: 'profile'; userId: string }
  /** Opens the lyrics of a track at this line. */
  | { kind: 'lyrics'; track: Track; line: string }
  | { kind: 'text'; text: string }
  | { kind: 'command'; run: () => void; staysOpen?: true }

export interface Row {
  /** Unique in a list. The same hit has the same key in every list. */
  key: string
  title: string
  below?: string | undefined
  picture: Picture
  /** A duration. */
  end?: string | undefined
  isExclusive?: boolean
  opening: Opening
  /** The track of a song, which can be played and queued. */
  track?: Track
}

export interface Section {
  id: SectionId
  label: string
  rows: readonly Row[]
  /** A link beside the label: shows all hits, or clears the list. */
  action?: SectionAction
}

export interface SectionAction {
  label: string
  /** The number of all hits, shown beside the label of the action. */
  count?: string
  /** `hits`: all hits of a group for the text at the time of the press. */
  opening: Opening | { kind: 'hits'; group: SearchGroup }
}

export interface Query {
  /** Trimmed. */
  text: string
  group: GroupFilter
  /** Searches without tolerance for typing errors. */
  isExact: boolean
}

/** The content of the list for a query. */
export interface Results {
  query: Query
  sections: readonly Section[]
  /** The corrected text that was searched instead. */
  corrected: string | undefined
  /** Folded terms to mark in the hits. */
  terms: readonly string[]
  /** The error of the server. Only pages and commands are listed then. */
  failure?: unknown
}

/** Key of the entry that searches for exactly what was typed. */
export const EXACT = 'exact'

/** Key of a section's action. */
export function actionKey({ id }: Pick<Section, 'id'>): string {
  return `action:${id}`
}

/** The keys of all entries that arrow keys can select, from top to bottom. */
export function stopsOf({ sections, corrected }: Pick<Results, 'sections' | 'corrected'>): string[] {
  const rows = sections.flatMap((section) => [
    ...(section.action ? [actionKey(section)] : []),
    ...section.rows.map(({ key }) => key),
  ])
  return corrected === undefined ? rows : [EXACT, ...rows]
}

/** Key of the best hit, which Enter opens unless another entry was selected. */
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
