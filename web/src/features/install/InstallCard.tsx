import Share from 'lucide-react/icons/share'
import SquarePlus from 'lucide-react/icons/square-plus'
import X from 'lucide-react/icons/x'
import { useId } from 'react'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Logo } from '#ui/components/images/Logo.tsx'
import type { InstallWay } from './install-prompt.ts'
import styles from './InstallCard.module.css'

interface InstallCardProps {
  way: InstallWay
  onInstall: () => void
  onClose: () => void
}

/** A card beside the page that explains how to install the archive as an app. It does not take the focus. */
export function InstallCard({ way, onInstall, onClose }: InstallCardProps) {
  const title = useId()
  return (
    <section className={styles.card} aria-labelledby={title}>
      <div className={styles.sleeve} aria-hidden>
        <span className={styles.front}>
          <Logo />
        </span>
        <span className={styles.disc} />
      </div>
      <div>
        <h2 id={title}>Das Archiv als App</h2>
        <p className={styles.text}>
          {way === 'question'
            ? 'Eigenes Fenster, eigenes Symbol, läuft auch ohne Netz.'
            : 'Eigenes Symbol, läuft auch ohne Netz.'}
        </p>
      </div>
      <IconButton className={styles.close} label="Hinweis schließen" onClick={onClose}>
        <X className="icon icon-small" aria-hidden />
      </IconButton>
      {way === 'question' ? (
        <div className={styles.actions}>
          <Button kind="inverse" onClick={onInstall}>
            Installieren
          </Button>
          <Button kind="ghost" onClick={onClose}>
            Nicht jetzt
          </Button>
        </div>
      ) : (
        <ol className={styles.steps}>
          <li>
            <span>
              Tippe unten auf <Share className="icon icon-small" aria-hidden /> <strong>Teilen</strong>
            </span>
          </li>
          <li>
            <span>
              Wähle <SquarePlus className="icon icon-small" aria-hidden />{' '}
              <strong>Zum Home-Bildschirm</strong>
            </span>
          </li>
        </ol>
      )}
    </section>
  )
}
