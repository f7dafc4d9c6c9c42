import type { PremiereEvening } from '@tonarchiv/contract/premieres'
import { Link } from 'react-router'
import { albumPath } from '#features/catalog/index.ts'
import { EmptyState } from '#ui/components/content/EmptyState.tsx'
import { buttonClass } from '#ui/components/controls/Button.tsx'
import styles from './OverStage.module.css'

/** Shown after the album was played, with a link to it. The conversation goes on as long as members are in the room. */
export function OverStage({ evening: { albumId, title } }: { evening: PremiereEvening }) {
  return (
    <section className={styles.stage} aria-label="Nach der Premiere">
      <EmptyState
        drawing="record"
        title="Das war die Premiere"
        action={
          <Link to={albumPath({ albumId, albumTitel: title })} className={buttonClass({ kind: 'primary' })}>
            Zum Album
          </Link>
        }
      >
        {`„${title}“ ist jetzt im Archiv. Euer Gespräch bleibt beim Album.`}
      </EmptyState>
    </section>
  )
}
