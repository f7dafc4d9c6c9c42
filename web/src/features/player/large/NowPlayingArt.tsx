import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { imageUrl } from '#client/media.ts'
import type { Track } from '#features/tracks/index.ts'
import { toneOfImage } from '#ui/dom/image-tone.ts'
import { PHONE } from '#ui/dom/media-query.ts'
import { LatePictures } from '#ui/components/images/late-pictures.ts'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { isSounding } from '../engine/playback/player-state.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { ArtistLink, TrackTitleLink } from '../track-menu/TrackLinks.tsx'
import styles from './NowPlayingArt.module.css'

interface NowPlayingArtProps {
  track: Track
  /** Actions that are shown beside the title. */
  actions: ReactNode
  /** Whether the view is docked beside the page; then the vinyl record does not turn. */
  isDocked: boolean
  onTone: (tone: string | undefined) => void
}

/** Cover, title and artists of the current track. */
export function NowPlayingArt({ track, actions, isDocked, onTone }: NowPlayingArtProps) {
  const turn = usePlayer(({ status }) => (isSounding(status) ? 'on' : 'paused'))
  const sleeve = useRef<HTMLDivElement>(null)
  useCoverFlight(sleeve)
  return (
    <div className={styles.art} data-art>
      <div className={styles.sleeve} ref={sleeve} data-sleeve>
        {/* The cover is rendered in the first frame, because it is animated to its position when the view opens. */}
        <LatePictures value={false}>
          <Sleeve
            src={imageUrl(track.coverUrl)}
            size={480}
            eager
            out
            turn={isDocked ? undefined : turn}
            onReady={(image) => onTone(toneOfImage(track.coverUrl, image))}
          />
        </LatePictures>
      </div>
      <div className={styles.heading}>
        <div className={styles.names}>
          <h2 className={styles.title}>
            <TrackTitleLink track={track} />
          </h2>
          <p className={styles.artist}>
            <ArtistLink track={track} />
          </p>
        </div>
        {actions}
      </div>
    </div>
  )
}

/** In wide windows, animates the cover from the player bar to its position while the view fades in. */
function useCoverFlight(sleeve: RefObject<HTMLElement | null>) {
  // When this effect runs, the dialog is open and laid out, so that the position of the cover can be measured.
  useEffect(() => {
    const element = sleeve.current
    const origin = document.querySelector('[data-bar-cover]')?.getBoundingClientRect()
    if (!element || !origin || origin.width === 0 || matchMedia(PHONE).matches) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const place = element.getBoundingClientRect()
    if (place.width === 0) return
    element.animate(
      [
        {
          transformOrigin: '0 0',
          transform: `translate(${origin.left - place.left}px, ${origin.top - place.top}px) scale(${origin.width / place.width})`,
        },
        { transformOrigin: '0 0', transform: 'none' },
      ],
      { duration: FLIGHT, easing: 'cubic-bezier(0.22, 1, 0.36, 1)' },
    )
  }, [sleeve])
}

/** Milliseconds. */
const FLIGHT = 360
