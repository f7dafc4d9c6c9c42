import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import { shownTitle } from '@tonarchiv/contract/catalog'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { useState, type ReactNode } from 'react'
import { imageUrl } from '#client/media.ts'
import { useCoverTone } from '#features/catalog/index.ts'
import { getOwnPlayer, usePlayer } from '#features/player/index.ts'
import {
  currentEntry,
  LockedStage,
  PeopleStack,
  playHere,
  RoomPosition,
  SoundQuestion,
  type InRoom,
} from '#features/rooms/index.ts'
import type { Track } from '#features/tracks/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { toneStyle } from '#ui/dom/image-tone.ts'
import { WrappedSleeve } from '#ui/components/images/WrappedSleeve.tsx'
import { momentText } from '../time/wording.ts'
import styles from './LiveStage.module.css'

/** CSS pixels. */
const COVER = 248
const PORTRAITS = 4

interface LiveStageProps {
  tab: InRoom
  evening: PremiereEvening
  /** The tracks of the album; empty until they were read. */
  tracks: readonly Track[]
  /** Whether the member was in the room when the premiere began; the paper then falls off the cover. */
  falls: boolean
  trackActions: (track: Track, positionMs: () => number | undefined) => ReactNode
}

/** What the premiere plays, without controls to seek or skip. */
export function LiveStage({ tab, evening, tracks, falls, trackActions }: LiveStageProps) {
  const entry = currentEntry(tab.room)
  const tone = useCoverTone(entry?.track?.coverUrl ?? '')
  if (tab.following.name === 'needsPress') return <SoundQuestion />
  if (!entry) return <section className={styles.stage} aria-label="Läuft gerade" aria-busy />
  const { track } = entry
  if (track === undefined || tab.following.name === 'locked') return <LockedStage tab={tab} entry={entry} />
  const index = tracks.findIndex(({ id }) => id === track.id)
  const own = tracks[index]
  const { people, state } = tab.room
  return (
    <section className={classNames(styles.stage, 'toned')} style={toneStyle(tone)} aria-label="Läuft gerade">
      <div className={styles.cover}>
        <Sleeve src={imageUrl(track.coverUrl)} size={COVER} out />
        {falls && <Paper title={evening.title} line={momentText(evening.opensAt)} />}
      </div>
      <div className={styles.text}>
        <p className={styles.eyebrow}>{index >= 0 && `Titel ${index + 1} von ${tracks.length}`}</p>
        <p className={styles.title} dir="auto">
          {shownTitle(track.title)}
        </p>
        <Text as="p" tone="muted" dir="auto">
          {evening.title}
        </Text>
        <RoomPosition tab={tab} trackId={track.id} durationMs={entry.durationMs} />
        <div className={styles.controls}>
          <SoundButton tab={tab} />
          {own && trackActions(own, tab.positionMs)}
          <span className={styles.people}>
            <PeopleStack people={people.slice(0, PORTRAITS)} count={state.peopleCount} />
            <Text size="sm" tone="muted">
              hören mit
            </Text>
          </span>
        </div>
      </div>
    </section>
  )
}

/** The paper over the cover. It falls once, and is then removed. */
function Paper({ title, line }: { title: string; line: string }) {
  const [hasFallen, setHasFallen] = useState(false)
  if (hasFallen) return null
  return (
    <span className={styles.paper} aria-hidden>
      <WrappedSleeve title={title} line={line} falls onFallen={() => setHasFallen(true)} />
    </span>
  )
}

/** Mutes or unmutes this browser. The album plays on, also for the other members. */
function SoundButton({ tab }: { tab: InRoom }) {
  const isMuted = usePlayer((player) => player.isMuted)
  const isStopped = tab.following.name === 'stopped'
  const isOff = isMuted || isStopped
  const Icon = isOff ? VolumeX : Volume2
  const press = () => {
    if (isStopped) playHere()
    if (isMuted || !isStopped) getOwnPlayer().toggleMute()
  }
  return (
    <Button kind="inverse" onClick={press}>
      <Icon className="icon icon-small" aria-hidden />
      {isOff ? 'Ton an' : 'Ton aus'}
    </Button>
  )
}
