import FileMusic from 'lucide-react/icons/file-music'
import type { UploadProgress } from '#client/upload.ts'
import { formatSize } from '#format.ts'
import { Button } from '#ui/Button.tsx'
import { Progress } from '#ui/Progress.tsx'
import styles from './UploadStatus.module.css'

interface UploadStatusProps {
  title: string
  /** Missing until the first bytes have left. */
  progress: UploadProgress | undefined
  cancel: () => void
}

/** How much has left, and the way to stop it. */
export function UploadStatus({ title, progress, cancel }: UploadStatusProps) {
  const share = progress && progress.totalBytes > 0 ? progress.sentBytes / progress.totalBytes : 0
  const isSent = share >= 1
  return (
    <div className={styles.upload}>
      <div className={styles.line}>
        <FileMusic className="icon icon-large" aria-hidden />
        <div className={styles.text}>
          <p className={styles.title}>{title}</p>
          <p className={styles.sizes}>
            {isSent
              ? 'Wird verarbeitet...'
              : `${formatSize(progress?.sentBytes ?? 0)} von ${formatSize(progress?.totalBytes ?? 0)}`}
          </p>
        </div>
        <span className={styles.percent}>{Math.floor(share * 100)} %</span>
        <Button kind="ghost" small onClick={cancel}>
          Abbrechen
        </Button>
      </div>
      <Progress label="Upload" value={share} />
    </div>
  )
}
