import { keyRequired } from '@tonarchiv/contract/refusal'
import { useNavigate, useParams } from 'react-router'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { PremiereEntrance } from '#features/premieres/index.ts'
import { openProfile } from '#features/presence/index.ts'
import { usePageTitle } from '#page-title.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { useRootMark } from '#ui/dom/root-mark.ts'
import { roomTrackActions } from './room-track-actions.tsx'

/** The page `/premieres/:id`: the premiere of an album. */
export function PremierePage() {
  const user = useUser()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  usePageTitle('Premiere')
  useRootMark('data-page-filled', true)
  if (!user) return null
  if (!hasAccess(user))
    return (
      <EmptyState
        level={1}
        drawing="record"
        title="Premiere"
        action={
          <Button kind="ink" onClick={openKeyDialog}>
            Zugangsschlüssel eingeben
          </Button>
        }
      >
        {keyRequired.text}
      </EmptyState>
    )
  return (
    <PremiereEntrance
      key={id}
      albumId={id}
      user={user}
      trackActions={roomTrackActions}
      onProfile={openProfile}
      onLeft={() => void navigate('/', { replace: true })}
    />
  )
}
