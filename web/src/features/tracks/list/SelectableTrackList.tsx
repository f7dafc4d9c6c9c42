import type { ComponentProps, ReactNode } from 'react'
import type { TrackEntry } from './track-entry.ts'
import { SelectButton } from './SelectButton.tsx'
import { TrackList } from './TrackList.tsx'
import { useListSelection, type RenderSelected } from './use-list-selection.ts'

interface SelectableTrackListProps<Entry extends TrackEntry> extends Omit<
  ComponentProps<typeof TrackList<Entry>>,
  'entries' | 'selection'
> {
  entries: readonly Entry[]
  /** Renders the actions for the selected tracks; without it, rows cannot be selected. */
  renderSelected: RenderSelected | undefined
  /** Renders the head above the list. `select` is the button that starts the selection mode. */
  renderHead: (select: ReactNode) => ReactNode
}

/** A `TrackList` that holds its own selection, and shows the actions for the selected tracks below the list. */
export function SelectableTrackList<Entry extends TrackEntry>({
  renderSelected,
  renderHead,
  ...list
}: SelectableTrackListProps<Entry>) {
  const { selection, bar, button } = useListSelection(list.entries, renderSelected)
  return (
    <>
      {renderHead(button && <SelectButton {...button} />)}
      <TrackList {...list} {...(selection && { selection })} />
      {bar}
    </>
  )
}
