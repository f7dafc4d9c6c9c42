import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { albumQuery } from '#features/catalog/index.ts'
import { isPlayable, tracksOfAlbum, type Track } from '#features/tracks/index.ts'

/** Milliseconds over which a thousand browsers spread their reads of the album when the doors have opened. */
const SPREAD = 4000
const NONE: readonly Track[] = []

/** The tracks that the premiere plays, once the doors are open and they were read. */
export function useAlbumTracks(
  albumId: string,
  { isOpen, isSpread }: { isOpen: boolean; isSpread: boolean },
): readonly Track[] {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const timer = setTimeout(() => setIsDue(true), isSpread ? Math.random() * SPREAD : 0)
    return () => clearTimeout(timer)
  }, [isOpen, isSpread])
  const { data } = useQuery(albumQuery(isDue ? albumId : undefined))
  const [read, setRead] = useState<{ of: typeof data; tracks: readonly Track[] }>()
  if (data && read?.of !== data) setRead({ of: data, tracks: tracksOfAlbum(data).filter(isPlayable) })
  return read?.tracks ?? NONE
}
