import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link } from 'react-router'
import { openKeyDialog } from '#features/access-keys/index.ts'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { DEFAULT_COVER } from '#ui/Cover.tsx'
import { LockedBand } from '#ui/LockedBand.tsx'
import { Sleeve } from '#ui/Sleeve.tsx'
import styles from './HomePage.module.css'

const LOCKED = 'Du brauchst einen Zugangsschlüssel um diesen Inhalt zu nutzen'

function Hero({ children }: { children: React.ReactNode }) {
  return (
    <>
      <div className={styles.text}>
        {children}
        <p>Alben, Tracks und Fundstücke an einem Ort.</p>
        <span className={`${buttonClass({ kind: 'primary' })} ${styles.go}`}>
          Zum Archiv <ArrowRight className="icon icon-small" aria-hidden />
        </span>
      </div>
      <Sleeve src={DEFAULT_COVER} size={168} out className={styles.sleeve} />
    </>
  )
}

/** `/`: the way into the archive. Spec §2. */
export function HomePage() {
  const user = useUser()
  usePageTitle('Home')
  if (user === undefined) return null
  if (hasAccess(user)) {
    return (
      <Link to="/archive" className={styles.hero}>
        <Hero>
          <h1>
            Willkommen <br />
            im Archive
          </h1>
        </Hero>
      </Link>
    )
  }
  return (
    <>
      <h1 className={styles.title}>Willkommen im Archive</h1>
      <LockedBand
        className={styles.locked}
        text={LOCKED}
        action={
          <Button kind="ink" small onClick={openKeyDialog}>
            Zugangsschlüssel eingeben
          </Button>
        }
      >
        <div className={styles.hero}>
          <Hero>{null}</Hero>
        </div>
      </LockedBand>
    </>
  )
}
