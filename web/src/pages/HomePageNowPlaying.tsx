import { DEFAULT_COVER } from '@tonarchiv/contract/catalog'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { imageUrl } from '#client/media.ts'
import { isSounding, openTrackDetails, getPlayer, usePlayer } from '#features/player/index.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { Equalizer } from '#ui/components/images/Equalizer.tsx'
import { cachedTone, toneOfImage, toneStyle } from '#ui/dom/image-tone.ts'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './HomePageNowPlaying.module.css'

/** CSS pixels. */
const COVER_WIDTH = 184

/** A card with the playing track, in the main colour of its cover. */
export function NowPlayingCard() {
  const track = usePlayer((state) => state.track)
  const isPlaying = usePlayer(({ status }) => isSounding(status))
  const [tone, setTone] = useState<{ of: string; tone: string | undefined }>()
  const cover = track?.coverUrl ?? DEFAULT_COVER
  const Icon = isPlaying ? Pause : Play
  return (
    <Surface
      as="section"
      className={classNames(styles.card, 'toned')}
      style={toneStyle(tone?.of === cover ? tone.tone : cachedTone(cover))}
      aria-label="Aktueller Track"
    >
      <div className={styles.sleeve}>
        <Sleeve
          key={cover}
          src={imageUrl(cover)}
          size={COVER_WIDTH}
          out={isPlaying}
          onReady={(image) => setTone({ of: cover, tone: toneOfImage(cover, image) })}
        />
      </div>
      {track ? (
        <div className={styles.text}>
          <Text as="p" tone="accent" weight="semibold" className={styles.state}>
            <span aria-hidden>
              <Equalizer paused={!isPlaying} />
            </span>
            {isPlaying ? 'Spielt ab' : 'Pausiert'}
          </Text>
          <div>
            <h2 title={track.title}>{track.title}</h2>
            <Text as="p" tone="muted">
              {track.album}
            </Text>
          </div>
          <div className={styles.actions}>
            <Button kind="inverse" onClick={() => getPlayer().toggle()}>
              <Icon className={classNames('icon icon-small', styles.solid)} aria-hidden />
              {isPlaying ? 'Pause' : 'Abspielen'}
            </Button>
            <Button onClick={() => openTrackDetails(track)}>Details anzeigen</Button>
          </div>
        </div>
      ) : (
        <Text as="p" tone="muted">
          Kein Track ausgewählt
        </Text>
      )}
    </Surface>
  )
}
