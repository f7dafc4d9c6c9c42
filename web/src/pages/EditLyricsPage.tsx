import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError, textOf } from '#client/api-error.ts'
import { useUser } from '#features/auth/index.ts'
import { albumQuery } from '#features/catalog/index.ts'
import { lyricsQuery } from '#features/lyrics/index.ts'
import { LyricsEditor } from '#features/lyrics-editor/index.ts'
import { tracksOfAlbum } from '#features/tracks/index.ts'
import { usePageTitle } from '#page-title.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'

/** The page `/admin/albums/{id}/lyrics/{track}`, on which an admin edits the lyrics of a track. */
export function EditLyricsPage() {
  const { id = '', trackId = '' } = useParams()
  const navigate = useNavigate()
  const album = useQuery(albumQuery(id))
  const lyrics = useQuery({ ...lyricsQuery(trackId), staleTime: 0 })
  const user = useUser()
  const track = album.data && tracksOfAlbum(album.data).find((one) => one.id === trackId)
  usePageTitle(track ? `Songtext von „${track.title}“ bearbeiten` : 'Songtext bearbeiten')
  if (!user) return null
  const error = album.error ?? lyrics.error
  const isGone = (album.data && !track) || (error instanceof ApiError && error.status === 404)
  if (isGone)
    return (
      <EmptyState
        level={1}
        title="Diesen Track gibt es nicht mehr"
        action={
          <Link to="/admin?tab=tracks" className={buttonClass({ kind: 'primary' })}>
            Zum Track Management
          </Link>
        }
      />
    )
  if (album.data && track && lyrics.data !== undefined)
    return (
      <LyricsEditor
        key={trackId}
        album={album.data}
        track={track}
        stored={lyrics.data}
        ownerId={user.id}
        readAgain={() => void lyrics.refetch()}
        navigate={(path) => void navigate(path)}
      />
    )
  if (!error) return <div aria-busy />
  return (
    <LoadFailure level={1} kind="inverse" onRetry={() => Promise.all([album.refetch(), lyrics.refetch()])}>
      {textOf(error, 'Songtext konnte nicht geladen werden')}
    </LoadFailure>
  )
}
