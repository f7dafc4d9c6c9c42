import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useRef, useState, type CSSProperties } from 'react'
import { Link } from 'react-router'
import { formatRunningTime, formatSize } from '#format.ts'
import { Button, buttonClass } from '#ui/components/controls/Button.tsx'
import { Switch } from '#ui/components/controls/Switch.tsx'
import { ConfirmDialog } from '#ui/components/overlays/ConfirmDialog.tsx'
import { Notice } from '#ui/components/content/Notice.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import type { CollectionView } from '../copies/view.ts'
import { statusText } from '../copies/wording.ts'
import styles from './OfflineControl.module.css'

interface OfflineControlProps {
  title: string
  /** Undefined when the collection is not chosen to be copied. */
  collection: CollectionView | undefined
  /** Duration and size of the tracks that choosing the collection would load. */
  estimate: { durationSeconds: number; sizeBytes: number | undefined }
  /** Whether this is a private window, in which the browser stores nothing permanently. */
  isPrivate?: boolean
  onKeep: () => void
  onRemove: () => void
  onPause: () => void
  /** Resumes a paused collection, or retries one for which there was no space. */
  onResume: () => void
}

/** The control that stores an album, a playlist or the favorites on this device. See docs/product.md §22.3. */
export function OfflineControl({
  title,
  collection,
  estimate,
  isPrivate = false,
  onKeep,
  onRemove,
  onPause,
  onResume,
}: OfflineControlProps) {
  const [isAsking, setIsAsking] = useState(false)
  const control = useRef<HTMLFieldSetElement>(null)
  useRestoredFocus(control, () => control.current?.querySelector<HTMLElement>('[role="switch"]'))
  if (isPrivate)
    return (
      <Notice kind="info" className={styles.private}>
        In einem privaten Fenster behält der Browser keine Kopien.
      </Notice>
    )
  const { status } = collection ?? {}
  const change = (isOn: boolean) => {
    if (isOn) onKeep()
    else if ((collection?.receivedBytes ?? 0) > 0) setIsAsking(true)
    else onRemove()
  }
  return (
    <fieldset className={styles.control} aria-label="Offline verfügbar" ref={control}>
      <Disc collection={collection} {...{ onPause, onResume }} />
      <div className={styles.text}>
        <p className={styles.name}>Offline verfügbar</p>
        <p
          className={classNames(
            styles.status,
            status?.is === 'ready' && styles.done,
            status?.is === 'full' && styles.failed,
          )}
        >
          {collection ? statusText(collection) : estimateText(estimate)}
        </p>
      </div>
      <Switch checked={collection !== undefined} onChange={change}>
        <span className="sr">Offline verfügbar</span>
      </Switch>
      {/* Always rendered, because screen readers announce only changes of a live region that already exists. */}
      <output className="sr">{quarterText(collection)}</output>
      {status?.is === 'full' && (
        <div className={styles.actions}>
          <Link to="/settings?tab=offline" className={buttonClass({ small: true })}>
            Speicher freigeben
          </Link>
          <Button kind="ghost" small onClick={onResume}>
            Erneut versuchen
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        title={`Kopien von „${title}“ entfernen?`}
        confirm="Entfernen"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onRemove()
        }}
      >
        Die Dateien werden von diesem Gerät gelöscht. Im Archiv bleiben sie.
      </ConfirmDialog>
    </fieldset>
  )
}

function estimateText({ durationSeconds, sizeBytes }: OfflineControlProps['estimate']): string {
  const duration = formatRunningTime(durationSeconds)
  return sizeBytes === undefined ? duration : `${duration}, ${formatSize(sizeBytes)}`
}

function quarterText(collection: CollectionView | undefined): string {
  const { status, title } = collection ?? {}
  if (status?.is === 'ready') return `100 % von ${title} geladen`
  const quarters = status && 'share' in status ? Math.floor(status.share * 4) : 0
  return quarters === 0 ? '' : `${quarters * 25} % von ${title} geladen`
}

type DiscProps = Pick<OfflineControlProps, 'collection' | 'onPause' | 'onResume'>

/**
 * A disc in the form of a vinyl record, whose edge shows the loaded share. While the collection is loading, a press on
 * the disc pauses or resumes that.
 */
function Disc({ collection, onPause, onResume }: DiscProps) {
  const status = collection?.status
  if (!status)
    return (
      <span className={classNames(styles.disc, styles.off)} aria-hidden>
        <ArrowDownToLine className="icon icon-small" />
      </span>
    )
  const share = 'share' in status ? status.share : status.is === 'ready' ? 1 : 0
  const style: CSSProperties & { '--share': string } = { '--share': `${share * 100}%` }
  if (status.is === 'ready' || status.is === 'full')
    return <span className={classNames(styles.disc, styles[status.is])} style={style} aria-hidden />
  const isPaused = status.is === 'paused'
  const Icon = isPaused ? Play : Pause
  return (
    <>
      <button
        type="button"
        className={classNames(styles.disc, styles.button, isPaused && styles.paused)}
        style={style}
        aria-label={isPaused ? 'Weiter laden' : 'Laden anhalten'}
        onClick={isPaused ? onResume : onPause}
      >
        <Icon className={classNames('icon', styles.icon)} aria-hidden />
      </button>
      <progress className="sr" aria-label="Wird geladen" value={share} max={1} />
    </>
  )
}
