import type { CardContent } from '@tonarchiv/contract/cards'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { albumPath } from '#features/catalog/index.ts'
import { formatDate } from '#format.ts'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { Sleeve } from '#ui/components/images/Sleeve.tsx'
import { WrappedSleeve } from '#ui/components/images/WrappedSleeve.tsx'
import { CardFrame } from './CardFrame.tsx'
import { CardText } from './CardText.tsx'
import cardStyles from './TrackCard.module.css'
import styles from './PremiereCard.module.css'

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const

/** The card of a premiere, which leads to its room and, once the album is open, to the album. */
export function PremiereCard({ premiere }: { premiere: NonNullable<CardContent['premiere']> }) {
  const { id, title, coverUrl, opensAt, isOpen } = premiere
  const room = `/premieres/${id}`
  const time = new Date(opensAt).toLocaleTimeString('de-DE', CLOCK)
  const moment = `${formatDate(opensAt)}, ${time}`
  return (
    <CardFrame label={`Premiere: ${title}`} cover={coverUrl ?? ''}>
      <Link
        to={isOpen ? albumPath({ albumId: id, albumTitel: title }) : room}
        className={cardStyles.cover}
        aria-label={`${title} öffnen`}
      >
        {coverUrl === null ? (
          <WrappedSleeve title={title} line={moment} />
        ) : (
          <Sleeve src={imageUrl(coverUrl)} size={100} out={isOpen} />
        )}
      </Link>
      <CardText
        kind="Premiere"
        title={title}
        below={isOpen ? 'Die Türen sind offen.' : <time dateTime={opensAt}>{moment}</time>}
      >
        <div className={styles.foot}>
          <Link to={room} className={buttonClass({ small: true })}>
            {isOpen ? 'Zum Premierenabend' : 'Zum Warteraum'}
          </Link>
        </div>
      </CardText>
    </CardFrame>
  )
}
