import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { connection } from './connection.ts'
import { copyAddress } from './copies/copy-address.ts'

/** The state of the copy of one file, for lists and the player. */
export interface FileCopy {
  version: string
  state: 'ready' | 'loading' | 'waiting'
  /** The loaded share of the file, 0 to 1. */
  share: number
}

export interface CopiesView {
  /** The copies by the name of the file in the archive. */
  files: ReadonlyMap<string, FileCopy>
  /** Ids of the playlists whose content is stored on this device. */
  playlists: ReadonlySet<string>
  /** Whether the copies are locked, because the server has not confirmed session and key for too long. */
  isLocked: boolean
}

const NOTHING: CopiesView = { files: new Map(), playlists: new Set(), isLocked: false }

/** Which files and playlists are stored on this device; the feature `offline-copies` updates this store. */
export const copiesView = createStore<CopiesView>(() => NOTHING)

export function resetCopiesView(): void {
  copiesView.setState(NOTHING)
}

interface Named {
  file?: string | undefined
}

function readyCopy({ file }: Named): FileCopy | undefined {
  const { files, isLocked } = copiesView.getState()
  const copy = file === undefined || isLocked ? undefined : files.get(file)
  return copy?.state === 'ready' ? copy : undefined
}

/**
 * The URL of a complete copy on this device; undefined without such a copy, or while no service worker controls the
 * page, which would send the copy.
 */
export function copyUrlOf(track: Named & { file: string }): string | undefined {
  const copy = readyCopy(track)
  if (copy === undefined || !('serviceWorker' in navigator) || navigator.serviceWorker.controller === null)
    return undefined
  return copyAddress({ version: copy.version, file: track.file })
}

/** Whether a track cannot be played until there is a connection again. */
export function isAway(track: Named): boolean {
  return connection.getState().lost !== undefined && readyCopy(track) === undefined
}

/** `isAway` as a hook, which renders the component again after a change. */
export function useIsAway(track: Named): boolean {
  const isLost = useStore(connection, ({ lost }) => lost !== undefined)
  const isReady = useStore(copiesView, () => readyCopy(track) !== undefined)
  return isLost && !isReady
}

/** Whether none of these tracks can be played until there is a connection again, as a hook. */
export function useAreAway(tracks: readonly Named[]): boolean {
  const isLost = useStore(connection, ({ lost }) => lost !== undefined)
  const hasCopy = useStore(copiesView, () => isLost && tracks.some((track) => readyCopy(track) !== undefined))
  return isLost && !hasCopy
}

/** Whether the page of this playlist cannot be shown until there is a connection again, as a hook. */
export function useIsPlaylistAway(id: string): boolean {
  const isLost = useStore(connection, ({ lost }) => lost !== undefined)
  const isHere = useStore(copiesView, ({ playlists, isLocked }) => !isLocked && playlists.has(id))
  return isLost && !isHere
}

/** The copy of a track's file, in any state; undefined when there is none. */
export function useFileCopy({ file }: Named): FileCopy | undefined {
  return useStore(copiesView, ({ files }) => (file === undefined ? undefined : files.get(file)))
}
