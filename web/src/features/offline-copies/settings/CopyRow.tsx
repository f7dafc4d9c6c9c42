import Trash from 'lucide-react/icons/trash-2'
import { Mosaic } from '#features/playlists/index.ts'
import { formatSize } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Progress } from '#ui/components/controls/Progress.tsx'
import type { CollectionView } from '../copies/view.ts'
import { summaryOf } from '../copies/wording.ts'
import styles from './OfflineSettings.module.css'

/** CSS pixels. */
const PICTURE = 44

/** The row of a collection in the settings. */
export function CopyRow({ collection, onRemove }: { collection: CollectionView; onRemove: () => void }) {
  const { title, status, coverUrls, sizeBytes } = collection
  const covers = coverUrls.length === 4 ? coverUrls : coverUrls.slice(0, 1)
  return (
    <li className={styles.row}>
      <Mosaic covers={covers} size={PICTURE} className={styles.picture} />
      <div className={styles.text}>
        <Text as="p" weight="medium" truncate>
          {title}
        </Text>
        <Text as="p" size="sm" tone={status.is === 'full' ? 'danger' : 'muted'} truncate>
          {summaryOf(collection)}
        </Text>
        {'share' in status && (
          <div className={styles.progress}>
            <Progress label={`${title} wird geladen`} value={status.share} />
          </div>
        )}
      </div>
      <span className={styles.size}>{formatSize(sizeBytes)}</span>
      <IconButton label={`${title} von diesem Gerät entfernen`} data-remove onClick={onRemove}>
        <Trash className="icon" aria-hidden />
      </IconButton>
    </li>
  )
}
