import type { ComponentProps } from 'react'
import type { TrackEntry } from './track-entry.ts'
import { TrackList } from './TrackList.tsx'
import { useListSelection, type RenderSelected } from './use-list-selection.ts'

interface SelectableTrackListProps<Entry extends TrackEntry> extends Omit<
  ComponentProps<typeof TrackList<Entry>>,
  'entries' | 'selection'
> {
  entries: readonly Entry[]
  /** Makes rows selectable. */
  renderSelected: RenderSelected | undefined
}

/** A `TrackList` that holds its selection itself, with what can be done with it below. */
export function SelectableTrackList<Entry extends TrackEntry>({
  renderSelected,
  ...list
}: SelectableTrackListProps<Entry>) {
  const { selection, bar } = useListSelection(list.entries, renderSelected)
  return (
    <>
      <TrackList {...list} {...(selection && { selection })} />
      {bar}
    </>
  )
}
