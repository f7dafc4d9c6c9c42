import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { useEvening } from '../calls/api.ts'
import { eveningText } from './evening-text.ts'
import styles from './EveningCard.module.css'

/** CSS pixels. */
const COVER = 48

/** A card about the premiere of an album. Renders nothing for an album without a premiere, and before it begins. */
export function EveningCard({ albumId }: { albumId: string }) {
  const evening = useEvening(albumId).data?.evening
  if (!evening || evening.phase === 'waiting') return null
  const isLive = evening.phase === 'live'
  return (
    <section className={styles.card} aria-labelledby={`evening-${albumId}`}>
      {evening.coverUrl !== null && (
        <span className={styles.cover}>
          <Cover src={imageUrl(evening.coverUrl)} size={COVER} />
        </span>
      )}
      <div className={styles.text}>
        <h3 id={`evening-${albumId}`}>{isLive ? 'Premiere läuft' : 'Premierenabend'}</h3>
        <Text as="p" size="sm" tone="muted">
          {eveningText(evening)}
        </Text>
      </div>
      <Link to={`/premieres/${albumId}`} className={buttonClass({ kind: 'ghost', small: true })}>
        {isLive ? 'Dazukommen' : 'Lesen'}
      </Link>
    </section>
  )
}
