import type { Playlist } from '@tonarchiv/contract/playlists'
import { useNavigate } from 'react-router'
import { showToast } from '#ui/dom/toast.ts'
import { pathOfPlaylist } from './wording.ts'

/** Milliseconds for which the toast is shown. */
const TOAST_DURATION = 5000

/**
 * Returns a function that shows a toast about how many tracks were added to a playlist, with a button that opens the
 * playlist.
 */
export function useAddedToast() {
  const navigate = useNavigate()
  return (
    playlist: Pick<Playlist, 'id' | 'title'>,
    { count, onView }: { count: number; onView?: () => void },
  ) =>
    showToast(`${count} Titel zu „${playlist.title}“ hinzugefügt`, {
      duration: TOAST_DURATION,
      action: {
        label: 'Ansehen',
        onPress: () => {
          onView?.()
          void navigate(pathOfPlaylist(playlist))
        },
      },
    })
}
