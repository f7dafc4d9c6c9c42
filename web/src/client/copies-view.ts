import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { connection } from './connection.ts'
import { copyAddress } from './copies/copy-address.ts'

/** The copy of a file of the archive, as lists and the player see it. */
export interface FileCopy {
  version: string
  state: 'ready' | 'loading' | 'waiting'
  /** The downloaded share, 0 to 1. */
  share: number
}

export interface CopiesView {
  /** By the name of the file. */
  files: ReadonlyMap<string, FileCopy>
  /** Ids of the playlists whose tracks are known here. */
  playlists: ReadonlySet<string>
  /** There was no contact for too long. */
  isLocked: boolean
}

const NOTHING: CopiesView = { files: new Map(), playlists: new Set(), isLocked: false }

/** What lies on this device; the offline copies keep it up to date. */
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

/** The URL of a complete copy on this device; undefined without a copy, or without the service worker that sends it. */
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

/** `isAway` as a hook. */
export function useIsAway(track: Named): boolean {
  const isLost = useStore(connection, ({ lost }) => lost !== undefined)
  const isReady = useStore(copiesView, () => readyCopy(track) !== undefined)
  return isLost && !isReady
}

/** Whether all of these tracks are away, as a hook. */
export function useAreAway(tracks: readonly Named[]): boolean {
  const isLost = useStore(connection, ({ lost }) => lost !== undefined)
  const hasCopy = useStore(copiesView, () => isLost && tracks.some((track) => readyCopy(track) !== undefined))
  return isLost && !hasCopy
}

/** Whether the page of this playlist has nothing to show until there is a connection again, in components. */
export function useIsPlaylistAway(id: string): boolean {
  const isLost = useStore(connection, ({ lost }) => lost !== undefined)
  const isHere = useStore(copiesView, ({ playlists, isLocked }) => !isLocked && playlists.has(id))
  return isLost && !isHere
}

/** The copy of a track's file, whatever its state. */
export function useFileCopy({ file }: Named): FileCopy | undefined {
  return useStore(copiesView, ({ files }) => (file === undefined ? undefined : files.get(file)))
}
