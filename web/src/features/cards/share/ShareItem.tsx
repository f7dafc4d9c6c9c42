import Moment from 'lucide-react/icons/disc-3'
import MessageSquareShare from 'lucide-react/icons/message-square-share'
import { openShare, shareMoment, type ShareSubject } from '#features/moments/index.ts'
import { getPlayer } from '#features/player/index.ts'
import type { PlayableTrack } from '#features/tracks/index.ts'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { subjectOfTrack } from './subjects.ts'

/** The menu item of an album, a playlist or a video that opens the share dialog. */
export function ShareItem({ subject }: { subject: ShareSubject }) {
  return (
    <MenuItem icon={<MessageSquareShare className="icon" aria-hidden />} onSelect={() => openShare(subject)}>
      Im Chat teilen
    </MenuItem>
  )
}

/** The menu items that share a track, or a moment of it at the second that is playing now. */
export function ShareTrackItems({ track }: { track: PlayableTrack }) {
  const share = () => {
    const { track: current, positionSeconds } = getPlayer().state.getState()
    shareMoment(track, current?.id === track.id ? positionSeconds : 0)
  }
  return (
    <>
      <ShareItem subject={subjectOfTrack(track)} />
      <MenuItem icon={<Moment className="icon" aria-hidden />} onSelect={share}>
        Moment teilen
      </MenuItem>
    </>
  )
}
