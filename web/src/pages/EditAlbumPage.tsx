import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { textOf } from '#client/api-error.ts'
import { AlbumEditor, editableAlbumQuery, isGone } from '#features/album-editor/index.ts'
import { useUser } from '#features/auth/index.ts'
import { PremiereSettingsCard } from '#features/premieres/index.ts'
import { usePageTitle } from '#page-title.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'

/** The page `/admin/albums/{id}`, on which an admin edits an album. `?track=` names a track that is open at first. */
export function EditAlbumPage() {
  const { id = '' } = useParams()
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(editableAlbumQuery(id))
  const user = useUser()
  usePageTitle(data ? `${data.album.albumTitel} bearbeiten` : 'Album bearbeiten')
  if (!user) return null
  if (data) {
    return (
      <>
        <AlbumEditor
          key={id}
          name={id}
          latest={data}
          trackId={address.get('track') ?? undefined}
          ownerId={user.id}
          navigate={(path) => void navigate(path)}
        />
        <PremiereSettingsCard albumId={data.album.albumId} />
      </>
    )
  }
  if (!error) return <div aria-busy />
  if (isGone(error)) {
    return (
      <EmptyState
        level={1}
        title="Dieses Album gibt es nicht mehr"
        action={
          <Link to="/admin?tab=tracks" className={buttonClass({ kind: 'primary' })}>
            Zum Track Management
          </Link>
        }
      />
    )
  }
  return (
    <LoadFailure level={1} kind="inverse" onRetry={refetch}>
      {textOf(error, 'Das Album konnte nicht geladen werden.')}
    </LoadFailure>
  )
}
