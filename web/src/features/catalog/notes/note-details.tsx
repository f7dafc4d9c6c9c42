import type { LinerNotes } from '@tonarchiv/contract/liner-notes'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { artistPath } from '#features/tracks/index.ts'
import { Detail, DetailList } from '#ui/components/content/DetailList.tsx'
import styles from './AlbumNotes.module.css'
import { germanDate } from './partial-date.ts'

/** The credits of an album: each role with its names. */
export function CreditList({ credits }: Pick<LinerNotes, 'credits'>) {
  return (
    <DetailList>
      {credits.map(({ role, names }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a role may be named twice
        <Detail key={index} name={role}>
          <Names names={names} />
        </Detail>
      ))}
    </DetailList>
  )
}

function Names({ names }: { names: LinerNotes['credits'][number]['names'] }) {
  return names.map(({ name, artistId }, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      {artistId === undefined ? (
        name
      ) : (
        <Link to={artistPath(artistId)} className={styles.link}>
          {name}
        </Link>
      )}
    </Fragment>
  ))
}

/** The details of an album that are neither notes nor credits, such as its dates. */
export function detailsOf({
  recordedOn,
  releasedOn,
  label,
  genres,
  source,
}: Omit<LinerNotes, 'credits'>): [name: string, value: ReactNode][] {
  const details: [string, string][] = [
    ['Aufgenommen', recordedOn === null ? '' : germanDate(recordedOn)],
    ['Erschienen', releasedOn === null ? '' : germanDate(releasedOn)],
    ['Label', label],
    ['Genre', genres.join(', ')],
    ['Quelle', source],
  ]
  return details.filter(([, value]) => value !== '')
}
