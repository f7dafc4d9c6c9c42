import { listClosedAlbums } from '@tonarchiv/contract/premieres'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '#client/call.ts'
import { editAlbumPath } from '#features/catalog/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Surface } from '#ui/components/base/Surface.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import { PREMIERES } from '../calls/api.ts'
import { momentText } from '../time/wording.ts'
import styles from './ClosedAlbums.module.css'

/** The albums that only admins see, because their premiere is in the future or was called off. */
export function ClosedAlbums() {
  const { data } = useQuery({
    queryKey: [PREMIERES, 'closed'],
    queryFn: ({ signal }) => call(listClosedAlbums, {}, { signal }),
  })
  if (!data || data.albums.length === 0) return null
  return (
    <Surface padding="roomy" as="section" className={styles.card} aria-labelledby="closed-albums">
      <h2 id="closed-albums">Premieren</h2>
      <ul>
        {data.albums.map(({ albumId, title, opensAt }) => (
          <li key={albumId} className={styles.row}>
            <span className={styles.text}>
              <b dir="auto">{title}</b>
              <Text size="sm" tone="muted">
                {opensAt === null ? 'Abgesagt, nur für Admins zu sehen' : momentText(opensAt)}
              </Text>
            </span>
            <Link
              to={editAlbumPath(albumId)}
              className={buttonClass({ small: true })}
              aria-label={`${title} bearbeiten`}
            >
              Bearbeiten
            </Link>
          </li>
        ))}
      </ul>
    </Surface>
  )
}
