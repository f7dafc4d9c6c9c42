import type { SearchGroup } from '@tonarchiv/contract/search'
import type { ComponentType } from 'react'
import type { Track } from '#features/tracks/index.ts'

/** A section of the list: a group of the server's hits, the pages and commands, or the recent searches. */
export type SectionId = SearchGroup | 'pages' | 'recent'

/** The group to search; undefined for all groups. */
export type GroupFilter = SearchGroup | 'pages' | undefined

type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>

export type Picture =
  | { kind: 'cover' | 'person' | 'video'; url: string | null }
  | { kind: 'mosaic'; urls: readonly string[] }
  | { kind: 'icon'; Icon: Icon }

/** What opening a row does, by Enter or a press. */
export type Opening =
  | { kind: 'path'; path: string }
  | { kind: 'profile'; userId: string }
  /** Opens the details of a track with this line of its lyrics. */
  | { kind: 'lyrics'; track: Track; line: string }
  | { kind: 'text'; text: string }
  | { kind: 'command'; run: () => void; staysOpen?: true }

export interface Row {
  /** Identifies a row in the list. The same hit has the same key in every list. */
  key: string
  title: string
  below?: string | undefined
  picture: Picture
  /** A duration. */
  end?: string | undefined
  isExclusive?: boolean
  opening: Opening
  /** The track, if the row is a song; it can be played and queued. */
  track?: Track
}

export interface Section {
  id: SectionId
  label: string
  rows: readonly Row[]
  /** An action beside the label: shows all hits of the section, or clears the recent searches. */
  action?: SectionAction
}

export interface SectionAction {
  label: string
  /** The number of all hits, which is shown beside the label of the action. */
  count?: string
  /** `hits` opens the page with all hits of a group, for the text that is typed when the action is pressed. */
  opening: Opening | { kind: 'hits'; group: SearchGroup }
}

export interface Query {
  /** Trimmed. */
  text: string
  group: GroupFilter
  /** Whether typing errors are not tolerated. */
  isExact: boolean
}

/** What the list shows for a query. */
export interface Results {
  query: Query
  sections: readonly Section[]
  /** The corrected text that was searched instead of the typed one; undefined if it was not corrected. */
  corrected: string | undefined
  /** The folded terms that are highlighted in the hits. */
  terms: readonly string[]
  /** The error if the server has failed. Then only commands are listed. */
  failure?: unknown
}

/** The key of the row that searches exactly what was typed, without correction. */
export const EXACT = 'exact'

/** The key of a section's action. */
export function actionKey({ id }: Pick<Section, 'id'>): string {
  return `action:${id}`
}

/** The keys of all rows and actions that the arrow keys can select, from top to bottom. */
export function stopsOf({ sections, corrected }: Pick<Results, 'sections' | 'corrected'>): string[] {
  const rows = sections.flatMap((section) => [
    ...(section.action ? [actionKey(section)] : []),
    ...section.rows.map(({ key }) => key),
  ])
  return corrected === undefined ? rows : [EXACT, ...rows]
}

/** The key of the first row, which Enter opens unless another one was selected; undefined if there is no row. */
export function bestKey({ sections }: Pick<Results, 'sections'>): string | undefined {
  return sections.find(({ rows }) => rows.length > 0)?.rows[0]?.key
}

/** The row, or the action of a section, that has this key. */
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
