import ChevronDown from 'lucide-react/icons/chevron-down'
import Maximize2 from 'lucide-react/icons/maximize-2'
import MicVocal from 'lucide-react/icons/mic-vocal'
import PanelRight from 'lucide-react/icons/panel-right'
import X from 'lucide-react/icons/x'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Track } from '#features/tracks/index.ts'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { PHONE, useMediaQuery } from '#ui/dom/media-query.ts'
import { usePlayer } from '../engine/player-instance.ts'
import { AlbumLink } from '../track-menu/TrackLinks.tsx'
import { MoreMenu } from '../controls/MoreMenu.tsx'
import { closeLargeView, DOCK_ROOM, dockLargeView, setCoverOnly, useLargeView } from './large-view.ts'
import styles from './LargeHead.module.css'

interface LargeHeadProps {
  track: Track
  menuItems: ReactNode
  isDocked: boolean
}

/**
 * The head of the large view: the album or playlist from which the current track is played, the menu, and buttons that
 * close, dock or change the view.
 */
export function LargeHead({ track, menuItems, isDocked }: LargeHeadProps) {
  const isPhone = useMediaQuery(PHONE)
  if (isDocked)
    return (
      <header className={styles.docked}>
        <Origin track={track} />
        <MoreMenu items={menuItems} />
        <IconButton label="Auf ganzer Fläche zeigen" onClick={() => dockLargeView(false)}>
          <Maximize2 className="icon" aria-hidden />
        </IconButton>
        <IconButton label="Großansicht schließen" aria-keyshortcuts="Escape F" onClick={closeLargeView}>
          <X className="icon" aria-hidden />
        </IconButton>
      </header>
    )
  return (
    <header className={styles.head} data-handle>
      <IconButton label="Großansicht schließen" aria-keyshortcuts="Escape F" onClick={closeLargeView}>
        <ChevronDown className="icon icon-large" aria-hidden />
      </IconButton>
      <Origin track={track} />
      <span className={styles.end}>
        <Arrangement />
        <MoreMenu items={menuItems} hasShare={isPhone} />
      </span>
    </header>
  )
}

function Arrangement() {
  const hasRoom = useMediaQuery(DOCK_ROOM)
  const isPhone = useMediaQuery(PHONE)
  const isCoverOnly = useLargeView((view) => view.isCoverOnly)
  return (
    <>
      {hasRoom && (
        <IconButton label="Neben der Seite zeigen" onClick={() => dockLargeView(true)}>
          <PanelRight className="icon" aria-hidden />
        </IconButton>
      )}
      {isCoverOnly && !isPhone && (
        <IconButton label="Songtext, Warteschlange und Notizen zeigen" data-show-panel onClick={showPanel}>
          <MicVocal className="icon" aria-hidden />
        </IconButton>
      )}
    </>
  )
}

/** Shows the panel. The pressed button is removed then, so the focus moves to the selected tab. */
function showPanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  const view = currentTarget.closest('[data-large-view]')
  setCoverOnly(false)
  requestAnimationFrame(() => view?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus())
}

/** A link to the album, playlist or other list from which the current track is played. */
function Origin({ track }: { track: Track }) {
  const source = usePlayer(({ order }) => order.source)
  return (
    <p className={styles.origin}>
      <span>Spielt ab aus</span>
      <strong>
        {source ? (
          <Link to={source.path} className="truncate">
            {source.title}
          </Link>
        ) : (
          <AlbumLink track={track} className="truncate" />
        )}
      </strong>
    </p>
  )
}
