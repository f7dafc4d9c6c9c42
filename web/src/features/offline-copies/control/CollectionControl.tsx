import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { connection } from '#client/connection.ts'
import { isPlayable, type Track } from '#features/tracks/index.ts'
import { COPIED_FILES_MAX } from '@tonarchiv/contract/offline-copies'
import { type CollectionId, keyOf } from '../copies/collection-id.ts'
import { useCollection, useOffline } from '../copies/store.ts'
import { OfflineControl } from './OfflineControl.tsx'

interface CollectionControlProps {
  id: CollectionId
  title: string
  tracks: readonly Track[]
}

// The code that runs commands is loaded after the page; a press waits until it is loaded.
const commands = () => import('../engine/commands.ts')

/**
 * The control that makes an album, a playlist or the favorites available offline. Not rendered where the browser cannot
 * store copies.
 */
export function CollectionControl({ id, title, tracks }: CollectionControlProps) {
  const key = keyOf(id)
  const support = useOffline((offline) => offline.support)
  const collection = useCollection(key)
  const isLost = useStore(connection, ({ lost }) => lost !== undefined)
  const sizeBytes = useSize(key, tracks, support === 'ready' && collection === undefined && !isLost)
  const durationSeconds = tracks.filter(isPlayable).reduce((sum, track) => sum + track.durationSeconds, 0)
  if (support !== 'ready' && support !== 'private') return null
  // Without a connection a new collection cannot be loaded.
  if (isLost && collection === undefined) return null
  if (collection === undefined && durationSeconds === 0) return null
  return (
    <OfflineControl
      title={title}
      collection={collection}
      estimate={{ durationSeconds, sizeBytes }}
      isPrivate={support === 'private'}
      onKeep={() => void commands().then(async ({ keepOffline }) => keepOffline(id, title))}
      onRemove={() => void commands().then(async ({ removeFromDevice }) => removeFromDevice([key]))}
      onPause={() => void commands().then(async ({ pauseLoading }) => pauseLoading(key))}
      onResume={() => void commands().then(async ({ resumeLoading }) => resumeLoading(key))}
    />
  )
}

/**
 * The size in bytes of the files of these tracks, in the format that is chosen on this device; undefined while it is
 * not known, and for long lists.
 */
function useSize(key: string, tracks: readonly Track[], isEnabled: boolean): number | undefined {
  const ids = [...new Set(tracks.filter(isPlayable).map((track) => track.id))]
  return useQuery({
    queryKey: ['offline', 'size', key, ids.length, ids.at(0), ids.at(-1)],
    queryFn: async ({ signal }) => {
      const { filesOf } = await import('../engine/read-collection.ts')
      const files = await filesOf(ids, signal)
      return [...files.values()].reduce((sum, file) => sum + file.sizeBytes, 0)
    },
    enabled: isEnabled && ids.length > 0 && ids.length <= COPIED_FILES_MAX,
    staleTime: Infinity,
  }).data
}
