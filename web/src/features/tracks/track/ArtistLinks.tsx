import type { ArtistLink } from '@tonarchiv/contract/catalog'
import { Fragment } from 'react'
import { Link } from 'react-router'
import styles from './ArtistLinks.module.css'

interface ArtistLinksProps {
  artists: readonly ArtistLink[]
  tabIndex?: 0 | -1 | undefined
  /** Called when a link is followed, so that the overlay which contains it can close. */
  onFollow?: (() => void) | undefined
}

/** Names of artists, each a link to the artist's page. */
export function ArtistLinks({ artists, tabIndex, onFollow }: ArtistLinksProps) {
  return artists.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <Link to={artistPath(id)} className={styles.link} tabIndex={tabIndex} onClick={onFollow}>
        {name}
      </Link>
    </Fragment>
  ))
}

/** The path of an artist's page. */
export function artistPath(id: string): string {
  return `/artists/${encodeURIComponent(id)}`
}
