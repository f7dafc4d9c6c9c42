import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { usePremieres } from '../calls/api.ts'
import { useServerNow } from '../parts/use-server-now.ts'
import { WrappedSleeve } from '#ui/components/images/WrappedSleeve.tsx'
import type { ServerTime } from '../time/server-time.ts'
import { inText, momentText, shortDateText } from '../time/wording.ts'
import styles from './ComingPremieres.module.css'

/** CSS pixels. */
const COVER = 220

/**
 * The coming premieres before the albums of the archive, which lead to their waiting rooms. Renders nothing while there
 * are none, and for members without a key, to whom only dates are sent.
 */
export function ComingPremieres() {
  const { data } = usePremieres()
  const coming = data?.premieres.flatMap(({ opensAt, album }) => (album ? [{ opensAt, ...album }] : [])) ?? []
  if (!data || coming.length === 0) return null
  return (
    <ul className={styles.premieres} aria-label="Kommende Premieren">
      {coming.map((premiere) => (
        <li key={premiere.id}>
          <Tile premiere={premiere} time={data.time} />
        </li>
      ))}
    </ul>
  )
}

interface TileProps {
  premiere: { id: string; title: string; coverUrl: string | null; opensAt: string }
  time: ServerTime
}

function Tile({ premiere: { id, title, coverUrl, opensAt }, time }: TileProps) {
  const now = useServerNow(time)
  return (
    <Link to={`/premieres/${id}`} className={styles.tile}>
      <span className={styles.title} dir="auto">
        {title}
      </span>
      <Text size="sm" tone="muted" className={styles.meta}>
        {`Premiere ${inText(opensAt, now)}`}
        <span className="sr">{`, ${momentText(opensAt)}`}</span>
      </Text>
      <span className={styles.picture} aria-hidden>
        {coverUrl === null ? (
          <WrappedSleeve title={title} line={momentText(opensAt)} />
        ) : (
          <Sleeve src={imageUrl(coverUrl)} size={COVER} band={`Premiere ${shortDateText(opensAt)}`} />
        )}
      </span>
    </Link>
  )
}
