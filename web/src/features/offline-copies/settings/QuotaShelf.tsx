import { DEFAULT_COVER } from '@tonarchiv/contract/catalog'
import type { CSSProperties } from 'react'
import { spineOf, useCoverTone } from '#features/catalog/index.ts'
import { formatSize } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import type { CollectionView } from '../copies/view.ts'
import styles from './QuotaShelf.module.css'

interface QuotaShelfProps {
  collections: readonly CollectionView[]
  receivedBytes: number
  /** Bytes; undefined where the browser does not report them. */
  quotaBytes: number | undefined
  freeBytes: number | undefined
}

/**
 * Shows the storage quota of the site as a shelf. Each collection is a spine whose width is in proportion to its size.
 * For screen readers, a list has the same content.
 */
export function QuotaShelf({ collections, receivedBytes, quotaBytes, freeBytes }: QuotaShelfProps) {
  const wholeBytes = quotaBytes ?? receivedBytes
  const filled = collections.filter((collection) => collection.receivedBytes > 0)
  const entries = filled.length === 1 ? '1 Eintrag' : `${filled.length} Einträge`
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn of elements
    <div className={styles.shelf} role="img" aria-label={`${entries}, zusammen ${formatSize(receivedBytes)}`}>
      {filled.map((collection) => (
        <Spine key={collection.key} collection={collection} wholeBytes={wholeBytes} />
      ))}
      {freeBytes !== undefined && (
        <Text size="sm" tone="muted" className={styles.free}>
          {formatSize(freeBytes)} frei
        </Text>
      )}
    </div>
  )
}

function Spine({ collection, wholeBytes }: { collection: CollectionView; wholeBytes: number }) {
  const { key, title, tracks, coverUrls, receivedBytes } = collection
  const tone = useCoverTone(coverUrls[0] ?? DEFAULT_COVER)
  const { paper, print } = spineOf(key, tracks, tone)
  const share = wholeBytes === 0 ? 0 : receivedBytes / wholeBytes
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--share': `${100 * share}%`,
    '--paper': paper,
    '--print': print,
  }
  return (
    <span className={styles.spine} style={style} title={title}>
      <b>{title}</b>
    </span>
  )
}
