import type { RoomEntry } from '@tonarchiv/contract/rooms'
import { shownName } from '@tonarchiv/contract/presence'
import { shownTitle } from '@tonarchiv/contract/catalog'
import Volume2 from 'lucide-react/icons/volume-2'
import { imageUrl } from '#client/media.ts'
import { useCoverTone } from '#features/catalog/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import { currentEntry } from '../state/room-data.ts'
import type { InRoom } from '../state/room-tab.ts'
import { LockedStage } from './LockedStage.tsx'
import { RoomControls, type TrackActions } from './RoomControls.tsx'
import { RoomPosition } from './RoomPosition.tsx'
import { useRoomActions } from './room-actions.ts'
import styles from './RoomStage.module.css'

/** CSS pixels. */
const COVER = 248

interface RoomStageProps {
  tab: InRoom
  trackActions: TrackActions
}

/** What the room plays now. */
export function RoomStage({ tab, trackActions }: RoomStageProps) {
  const entry = currentEntry(tab.room)
  const { entryId } = tab.room.state.playback
  if (entryId === null)
    return (
      <section className={styles.quiet} aria-label="Läuft gerade">
        <EmptyState drawing="queue" title="Gerade läuft nichts">
          Füge einen Titel hinzu, dann geht es weiter.
        </EmptyState>
      </section>
    )
  if (tab.following.name === 'needsPress') return <SoundQuestion />
  if (!entry) return <section className={styles.stage} aria-label="Läuft gerade" aria-busy />
  if (entry.track === undefined || tab.following.name === 'locked')
    return <LockedStage tab={tab} entry={entry} />
  return <Playing tab={tab} entry={entry} track={entry.track} trackActions={trackActions} />
}

interface PlayingProps extends RoomStageProps {
  entry: RoomEntry
  track: NonNullable<RoomEntry['track']>
}

function Playing({ tab, entry, track, trackActions }: PlayingProps) {
  const tone = useCoverTone(track.coverUrl)
  return (
    <section className={classNames(styles.stage, 'toned')} style={toneStyle(tone)} aria-label="Läuft gerade">
      <Sleeve
        key={track.coverUrl}
        src={imageUrl(track.coverUrl)}
        size={COVER}
        out={tab.room.state.playback.isPlaying}
      />
      <div className={styles.text}>
        <p className={styles.title} dir="auto">
          {shownTitle(track.title)}
        </p>
        <p className={styles.line}>
          <Text tone="muted" dir="auto">
            {track.artist}
          </Text>
          {entry.addedBy && (
            <span className={styles.by}>
              <Avatar src={entry.addedBy.photoURL && imageUrl(entry.addedBy.photoURL)} size={20} />
              {`von ${shownName(entry.addedBy)} hinzugefügt`}
            </span>
          )}
        </p>
        <RoomPosition tab={tab} trackId={track.id} durationMs={entry.durationMs} />
      </div>
      <RoomControls {...{ tab, entry, trackActions }} />
    </section>
  )
}

/** Shown while the browser plays no sound without a press: a button that starts the sound. */
export function SoundQuestion() {
  const { playHere } = useRoomActions()
  return (
    <section className={styles.quiet} aria-label="Läuft gerade">
      <EmptyState
        drawing="muted"
        title="Dein Browser wartet auf dich"
        action={
          <Button kind="primary" onClick={playHere}>
            <Volume2 className="icon icon-small" aria-hidden />
            Ton einschalten
          </Button>
        }
      >
        Einmal drücken, dann bist du an der richtigen Stelle dabei.
      </EmptyState>
    </section>
  )
}
