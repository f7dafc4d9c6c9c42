import { LOCKED_TITLE } from '@tonarchiv/contract/playlist-entries'
import type { Caller } from '#access/caller.ts'
import type { EntryRow } from './store/entries.ts'

type Stored = Pick<EntryRow, 'title' | 'album' | 'durationSeconds'>

/**
 * The stored texts of an entry whose track the reader may not see. A reader with a limited scope only
 * gets the texts of entries that the reader has added.
 */
export function storedTexts(
  reader: Pick<Caller, 'id' | 'scope'>,
  { title, album, durationSeconds, addedBy }: Stored & Pick<EntryRow, 'addedBy'>,
): Stored {
  return reader.scope === undefined || addedBy === reader.id
    ? { title, album, durationSeconds }
    : { title: LOCKED_TITLE, album: '', durationSeconds: 0 }
}
