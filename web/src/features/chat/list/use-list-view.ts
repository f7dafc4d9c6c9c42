import type { Virtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import { dayLabel, dayOf } from '../messages/days.ts'
import type { Row } from '../messages/rows.ts'

/** Distance from the end in px up to which the list counts as scrolled to its end. */
export const NEAR_END = 60

/** What a virtualised list of messages shows. */
export interface ListView {
  isAtEnd: boolean
  /** Whether the end is more than a screen below. */
  isFar: boolean
  /** Indexes of the first and the last row in view. */
  top: number
  bottom: number
}

type ShownRange = Virtualizer<HTMLDivElement, HTMLLIElement>['range']

/** What a list shows in its first frame: a list starts at its end. */
export function viewAtStart(range: ShownRange): ListView {
  return { isAtEnd: true, isFar: false, ...indexesOf(range) }
}

function indexesOf(range: ShownRange): Pick<ListView, 'top' | 'bottom'> {
  return { top: range?.startIndex ?? 0, bottom: range?.endIndex ?? Number.MAX_SAFE_INTEGER }
}

/**
 * Returns what a list shows (`seen`; undefined until its position has changed), and `onChange` for the virtualizer of
 * the list.
 */
export function useListView() {
  const [seen, setSeen] = useState<ListView>()
  function onChange(list: Virtualizer<HTMLDivElement, HTMLLIElement>): void {
    const isAtEnd = list.isAtEnd(NEAR_END)
    const isFar = list.getDistanceFromEnd() > (list.scrollRect?.height ?? 0)
    const now: ListView = { isAtEnd, isFar, ...indexesOf(list.range) }
    setSeen((before) => (before && isSameView(before, now) ? before : now))
  }
  return { seen, onChange }
}

function isSameView(one: ListView, other: ListView): boolean {
  const isSameRange = one.top === other.top && one.bottom === other.bottom
  return isSameRange && one.isAtEnd === other.isAtEnd && one.isFar === other.isFar
}

/** The day of the rows at the top of the view; undefined while its divider is visible. */
export function dayAbove(rows: readonly Row[], top: number, today: string): string | undefined {
  const row = rows[top]
  if (row?.kind !== 'message') return undefined
  const divider = rows.slice(0, top).findLast(({ kind }) => kind === 'day')
  return divider?.kind === 'day' ? divider.label : dayLabel(dayOf(row.message.createdAt), today)
}

/**
 * The rows without a day divider at the beginning, for a list whose older messages are not loaded yet. When older
 * messages are added, the list keeps its first visible row in place, and the divider would move to the first of them.
 */
export function withoutFirstDivider(rows: readonly Row[]): readonly Row[] {
  return rows[0]?.kind === 'day' ? rows.slice(1) : rows
}
