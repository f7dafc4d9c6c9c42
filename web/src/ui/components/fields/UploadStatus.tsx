import FileMusic from 'lucide-react/icons/file-music'
import FileVideo from 'lucide-react/icons/file-video'
import { formatSize } from '#format.ts'
import { Text } from '../base/Text.tsx'
import { Surface } from '../base/Surface.tsx'
import { Button } from '../controls/Button.tsx'
import { Progress } from '../controls/Progress.tsx'
import styles from './UploadStatus.module.css'

const ICONS = { music: FileMusic, video: FileVideo } as const

interface UploadStatusProps {
  title: string
  kind?: keyof typeof ICONS
  /** The progress; undefined until the first bytes were sent. */
  progress:
    | {
        sentBytes: number
        totalBytes: number
        bytesPerSecond?: number | undefined
        /** Whether the connection is lost, so that the upload waits. */
        isWaiting?: boolean
      }
    | undefined
  cancel: () => void
}

/** The progress and the rate of an upload, with a button that cancels it. */
export function UploadStatus({ title, kind = 'music', progress, cancel }: UploadStatusProps) {
  const { sentBytes = 0, totalBytes = 0, bytesPerSecond, isWaiting = false } = progress ?? {}
  const share = totalBytes > 0 ? sentBytes / totalBytes : 0
  const rate = bytesPerSecond === undefined ? '' : `, ${formatSize(bytesPerSecond)}/s`
  const Icon = ICONS[kind]
  return (
    <Surface kind="inset" className={styles.upload}>
      <div className={styles.line}>
        <Icon className="icon icon-large" aria-hidden />
        <div className={styles.text}>
          <Text as="p" weight="semibold" truncate>
            {title}
          </Text>
          <Text as="p" size="sm" tone="muted">
            {share >= 1
              ? 'Wird verarbeitet...'
              : `${formatSize(sentBytes)} von ${formatSize(totalBytes)}${rate}`}
          </Text>
        </div>
        <span className={styles.percent}>{Math.floor(share * 100)} %</span>
        <Button kind="ghost" small onClick={cancel}>
          Abbrechen
        </Button>
      </div>
      <Progress label="Upload" value={share} />
      <Text as="output" size="sm" tone="warning" className={isWaiting ? undefined : 'sr'}>
        {isWaiting &&
          'Die Verbindung ist unterbrochen. Der Upload wird fortgesetzt, sobald sie wieder da ist.'}
      </Text>
    </Surface>
  )
}
