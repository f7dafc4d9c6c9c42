import * as contract from '@tonarchiv/contract/playlists'
import type { Caller } from '#access/caller.ts'
import { seenBy } from '#access/seen-by.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#services.ts'
import { changeByIndex, replaceEntries } from './change-by-index.ts'
import { removeReleased } from './covers.ts'
import { findVisible, type PlaylistsServices } from './find-visible.ts'
import { limitNewPlaylists } from './limit-new-playlists.ts'
import * as playlists from './playlists.ts'

interface Head {
  title?: string | undefined
  description?: string | undefined
  /** Whether all members may see the playlist. False if only friends may see it. */
  isPublic?: boolean | undefined
}

/** A change of a playlist and its songs. */
interface Change extends Head {
  added: readonly string[]
  /** Indexes in the list of songs that `read` returns. Entries whose track was deleted are not in that list. */
  removedIndexes: readonly number[]
}

/**
 * Access to playlists for protocols in which a playlist is a list of songs and entries have an index instead of an id.
 */
export interface SongLists {
  /** The caller's own playlists, and those that the caller collaborates on or follows. */
  list(caller: Caller): Promise<contract.Playlist[]>
  /**
   * A playlist and the tracks of its entries. For a smart playlist they are the tracks that match for the caller now.
   * @throws Refused `playlistNotFound`
   */
  read(caller: Caller, id: string): Promise<{ playlist: contract.Playlist; trackIds: readonly string[] }>
  /**
   * Creates a private playlist.
   * @throws Refused `rateLimited`, `tooManyPlaylists`, `notFound` when none of the tracks exists
   */
  create(caller: Caller, created: { title: string; trackIds: readonly string[] }): Promise<string>
  /**
   * Replaces the songs of a playlist. Songs that stay keep their entries.
   * @throws Refused with the refusals of `change`
   */
  replace(
    caller: Caller,
    id: string,
    replaced: { title?: string | undefined; trackIds: readonly string[] },
  ): Promise<void>
  /**
   * Changes a playlist. Values that the playlist already has are ignored, because some programs send all values.
   * @throws Refused `playlistNotFound`, `playlistReadOnly`, `playlistIsSmart`, `entryGone`, `playlistFull`, `notFound`
   * when none of the tracks exists
   */
  change(caller: Caller, id: string, change: Change): Promise<void>
  /**
   * Deletes a playlist.
   * @throws Refused `playlistNotFound`, `playlistReadOnly`
   */
  remove(caller: Caller, id: string): Promise<void>
}

type Needs = PlaylistsServices & Pick<Services, 'secret' | 'config' | 'storage' | 'log'>

export function openSongLists(needs: Needs): SongLists {
  return {
    list: async (caller) => playlists.listPlaylists(seenBy(needs, caller), caller),
    read: async (caller, id) => playlists.readTrackIds(seenBy(needs, caller), caller, id),
    create: async (caller, { title, trackIds }) => {
      await limitNewPlaylists(seenBy(needs, caller), caller.id)
      const created = { title, description: '', visibility: 'private', trackIds } as const
      return (await playlists.createPlaylist(seenBy(needs, caller), caller, created)).id
    },
    replace: async (caller, id, { title, trackIds }) => {
      const head = await changedHead(seenBy(needs, caller), caller, id, { title })
      await replaceEntries(seenBy(needs, caller), caller, id, trackIds)
      if (head !== undefined) await playlists.updatePlaylist(seenBy(needs, caller), caller, id, head)
    },
    change: async (caller, id, { added, removedIndexes, ...given }) => {
      const head = await changedHead(seenBy(needs, caller), caller, id, given)
      if (added.length + removedIndexes.length > 0)
        await changeByIndex(seenBy(needs, caller), caller, id, { added, removed: removedIndexes })
      if (head !== undefined) await playlists.updatePlaylist(seenBy(needs, caller), caller, id, head)
    },
    remove: async (caller, id) => {
      await playlists.deletePlaylist(seenBy(needs, caller), caller, id)
      await removeReleased(needs)
    },
  }
}

/**
 * The fields of the playlist itself that would change; undefined when none of them would. Call it before the entries
 * are changed, because it checks the rights.
 * @throws Refused `playlistNotFound`, `playlistReadOnly` when the caller may change at most the entries
 */
async function changedHead(
  { db }: Needs,
  caller: Caller,
  id: string,
  { title, description, isPublic }: Head,
): Promise<Partial<Pick<contract.Playlist, 'title' | 'description' | 'visibility'>> | undefined> {
  const before = await findVisible(db, caller, id)
  const isShared = before.visibility === 'members'
  const head = {
    ...(title !== undefined && title !== before.title && { title }),
    ...(description !== undefined && description !== before.description && { description }),
    ...(isPublic !== undefined &&
      isPublic !== isShared && { visibility: isPublic ? ('members' as const) : ('private' as const) }),
  }
  if (Object.keys(head).length === 0) {
    // A reader is rejected even if nothing would change.
    if (before.role === 'reader') throw new Refused(contract.playlistReadOnly)
    return undefined
  }
  if (before.role !== 'owner') throw new Refused(contract.playlistReadOnly)
  return head
}
