import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import { shownTitle } from '@tonarchiv/contract/catalog'
import Disc from 'lucide-react/icons/disc-3'
import ListMusic from 'lucide-react/icons/list-music'
import { useMemo, useState } from 'react'
import type { ConversationLine } from '#features/chat/index.ts'
import { currentEntry, type InRoom } from '#features/rooms/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { timeText } from '../time/wording.ts'
import styles from './evening-lines.module.css'

interface Change {
  entryId: string
  at: string
  trackId: string | undefined
  title: string | undefined
}

/** Lines in the conversation: that the premiere has begun, and each track that begins while the member is there. */
export function useEveningLines(
  { room }: InRoom,
  { openedAt, opensAt, albumId }: PremiereEvening,
  tracks: readonly Track[],
): readonly ConversationLine[] {
  const { entryId, at } = room.state.playback
  const entry = currentEntry(room)
  const [changes, setChanges] = useState<readonly Change[]>([])
  if (entryId !== null && entry && changes.at(-1)?.entryId !== entryId)
    setChanges([
      ...changes,
      { entryId, at: new Date(at).toISOString(), trackId: entry.track?.id, title: entry.track?.title },
    ])
  const opened = openedAt ?? (changes.length > 0 ? opensAt : undefined)
  return useMemo(() => {
    const doors = opened !== undefined && {
      key: `doors-${albumId}`,
      at: opened,
      content: <Line icon={Disc} text={`${timeText(opened)}, die Türen sind offen`} />,
    }
    const played = changes.flatMap(({ entryId: key, at: since, trackId, title }) => {
      const number = tracks.findIndex(({ id }) => id === trackId) + 1
      if (title === undefined || number === 0) return []
      const text = `Jetzt: Titel ${number} von ${tracks.length}, ${shownTitle(title)}`
      return { key, at: since, content: <Line icon={ListMusic} text={text} /> }
    })
    return doors ? [doors, ...played] : played
  }, [opened, albumId, changes, tracks])
}

function Line({ icon: Icon, text }: { icon: typeof Disc; text: string }) {
  return (
    <p className={styles.line}>
      <Icon className="icon" aria-hidden />
      <span dir="auto">{text}</span>
    </p>
  )
}
