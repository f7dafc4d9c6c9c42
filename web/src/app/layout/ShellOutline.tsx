import { Logo } from '#ui/Logo.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Brand, Navigation, type LinkOf } from './Navigation.tsx'
import styles from './Shell.module.css'

const PlainLink: LinkOf = ({ to, className, children }) => (
  <a href={to} className={className}>
    {children}
  </a>
)

interface ShellOutlineProps {
  /** What keeps the app from starting. */
  problem?: string | undefined
  /** Offered once nothing more is tried by itself. */
  onRetry?: (() => void) | undefined
}

/** The shell before the account is known: stands in the document, so that it is painted before any script. */
export function ShellOutline({ problem, onRetry }: ShellOutlineProps) {
  return (
    <>
      <div className={styles.shell}>
        <aside className={styles.sidebar}>
          <Brand Link={PlainLink} />
          <Navigation Link={PlainLink} isAdmin={false} />
        </aside>
        <header className={styles.topbar}>
          <div className={styles['phone-only']}>
            <Brand Link={PlainLink} />
          </div>
        </header>
        <main className={styles.page}>
          <div className={styles.wait}>
            {problem === undefined ? (
              <>
                <div className={styles.boot}>
                  <Logo />
                </div>
                <p className="sr" role="status">
                  Lädt
                </p>
              </>
            ) : (
              <>
                <Notice kind="danger">{problem}</Notice>
                {onRetry !== undefined && <Button onClick={onRetry}>Erneut versuchen</Button>}
              </>
            )}
          </div>
        </main>
      </div>
      <div className={styles.player} />
    </>
  )
}
