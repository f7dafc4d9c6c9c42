import { DEFAULT_COVER } from '@tonarchiv/contract/catalog'
import type { Favorite } from '@tonarchiv/contract/favorites'
import { imageUrl } from '#client/media.ts'
import { Cover } from '#ui/components/images/Cover.tsx'
import styles from './Mixtape.module.css'

/** Width in CSS pixels of each of the four covers. */
const COVER_WIDTH = 136

/** An image that stands for all favorites; it consists of four of their covers. */
export function Mixtape({ favorites }: { favorites: readonly Favorite[] }) {
  const covers = [...new Set(favorites.map(({ item_data }) => item_data.coverUrl))]
  const four = Array.from({ length: 4 }, (_, index) => covers[index % Math.max(1, covers.length)])
  return (
    <div className={styles.mixtape} aria-hidden>
      {four.map((cover, index) => (
        <Cover
          // oxlint-disable-next-line react/no-array-index-key -- four places, in which covers may repeat
          key={index}
          src={imageUrl(cover ?? DEFAULT_COVER)}
          size={COVER_WIDTH}
          className={styles.cover}
        />
      ))}
    </div>
  )
}
