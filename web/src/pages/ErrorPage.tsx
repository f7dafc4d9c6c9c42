import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { usePageTitle } from '#page-title.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './ErrorPage.module.css'
import { useGoBack } from './go-back.ts'

interface ErrorPageProps {
  /** The HTTP status, which is a part of the drawing of a record sleeve. */
  number: 403 | 404
  title: string
  /** One sentence. */
  text: string
}

function ErrorPage({ number, title, text }: ErrorPageProps) {
  const goBack = useGoBack()
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <div className={styles.sleeve} aria-hidden>
        <div className={styles.front}>{number}</div>
        <span className={styles.disc} />
      </div>
      <h1>{title}</h1>
      <Text as="p" tone="muted">
        {text}
      </Text>
      <div className={styles.actions}>
        <Button onClick={goBack}>
          <ArrowLeft className="icon icon-small" aria-hidden />
          Zurück
        </Button>
        <Link to="/" className={buttonClass({ kind: 'primary' })}>
          Zur Startseite
        </Link>
      </div>
    </div>
  )
}

export function NotFoundPage() {
  return (
    <ErrorPage number={404} title="Seite nicht gefunden" text="An dieser Stelle steht nichts im Regal." />
  )
}

/** The page `/403`, to which members who are not admins are redirected from the admin panel. */
export function ForbiddenPage() {
  return (
    <ErrorPage number={403} title="Zugang verweigert" text="Für diesen Bereich fehlt dir die Berechtigung." />
  )
}
