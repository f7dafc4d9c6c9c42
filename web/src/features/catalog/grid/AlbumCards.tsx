import type { Album } from '@tonarchiv/contract/catalog'
import { useState } from 'react'
import type { AlbumPlaying } from '../album/AlbumPanel.tsx'
import { EXCLUSIVE_HINT, EXCLUSIVE_TEXT } from './AlbumCard.tsx'
import styles from './AlbumCards.module.css'
import { AlbumCell } from './AlbumRow.tsx'

/** Width of a cover in CSS pixels. */
const COVER_WIDTH = 220

interface AlbumCardsProps extends AlbumPlaying {
  albums: readonly Album[]
}

/**
 * Cards of a few albums, which are all in the document. At most one album is open; its panel is below the row of its
 * card.
 */
export function AlbumCards({ albums, current, ...playing }: AlbumCardsProps) {
  const [openId, setOpenId] = useState<string>()
  const close = ({ albumId }: Album) => {
    setOpenId(undefined)
    document.querySelector<HTMLElement>(`[data-album="${CSS.escape(albumId)}"]`)?.focus()
  }
  return (
    <div className={styles.cards}>
      {albums.map((album) => (
        <AlbumCell
          {...playing}
          key={album.albumId}
          album={album}
          isOpen={album.albumId === openId}
          coverWidth={COVER_WIDTH}
          hasCovers
          current={current?.albumTitel === album.albumTitel ? current : undefined}
          onToggle={({ albumId }) => setOpenId((open) => (open === albumId ? undefined : albumId))}
          onClose={close}
        />
      ))}
      <span id={EXCLUSIVE_HINT} hidden>
        {EXCLUSIVE_TEXT}
      </span>
    </div>
  )
}
