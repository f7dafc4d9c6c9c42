import type { KeyBatch } from '@tonarchiv/contract/key-batches'
import { shownName } from '@tonarchiv/contract/presence'
import { keysText, scopeText, stayText, videosText } from '@tonarchiv/contract/scope-text'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { Link } from 'react-router'
import { imageUrl } from '#client/media.ts'
import { ScopeGlyph } from '#features/access-scope/index.ts'
import { formatDate } from '#format.ts'
import { useUser } from '#features/auth/index.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { DataCell, DataRow } from '#ui/components/content/DataTable.tsx'
import { Tag } from '#ui/components/content/Tag.tsx'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { Progress } from '#ui/components/controls/Progress.tsx'
import { Avatar } from '#ui/components/images/Avatar.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { lastDay } from '../scope/expiry.ts'
import { BatchKeys } from './BatchKeys.tsx'
import { BatchMenu, type BatchActions } from './BatchMenu.tsx'
import styles from './BatchRow.module.css'
import { KeyChip, KeyPile } from './KeyChip.tsx'

interface BatchRowProps {
  batch: KeyBatch
  isNew: boolean
  actions: BatchActions
}

/** One batch, or one key, in the list. A batch opens in place and shows its keys. */
export function BatchRow({ batch, isNew, actions }: BatchRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { key, keyCount, counts, note, words, uses, maxUses, stayDays } = batch
  const name = key ?? keysText(keyCount)
  const isOff = counts.available === 0 && counts.used < keyCount
  return (
    <>
      <DataRow isNew={isNew}>
        <DataCell>
          <span className={styles.main}>
            {key === null ? (
              <button
                type="button"
                className={styles.toggle}
                aria-expanded={isOpen}
                aria-controls={`keys-${batch.id}`}
                onClick={() => setIsOpen(!isOpen)}
              >
                <ChevronRight className="icon icon-small" aria-hidden />
                <KeyPile text={name} />
              </button>
            ) : (
              <KeyChip value={key} isOff={counts.expired + counts.withdrawn > 0} />
            )}
            <span className={styles.note} dir="auto">
              {words === null ? note : `„${words}“`}
            </span>
          </span>
        </DataCell>
        <DataCell label="Umfang">
          <span className={classNames(styles.scope, isOff && styles.off)}>
            <ScopeGlyph scope={batch.scope} isDecoration />
            <span className={styles.stack}>
              <span>{scopeText(batch.scope)}</span>
              <Text size="sm" tone="muted" className={styles.second}>
                {videosText(batch.scope.hasVideos)}
              </Text>
            </span>
          </span>
        </DataCell>
        <DataCell label="Einlösungen">
          <span className={classNames(styles.uses, isOff && styles.off)}>
            <span>
              <strong>{uses}</strong> von {maxUses * keyCount}
            </span>
            <Progress label="Eingelöst" value={uses / (maxUses * keyCount)} />
          </span>
        </DataCell>
        <DataCell label="Einlösbar bis">
          <Expiry batch={batch} />
        </DataCell>
        <DataCell label="Aufenthalt">
          <span className={styles.short}>{stayText(stayDays)}</span>
        </DataCell>
        <DataCell label="Von">
          <Maker batch={batch} isOff={isOff} />
        </DataCell>
        <DataCell isAction>
          <span className={styles.actions}>
            {counts.available > 0 && (
              <Link
                to={`/admin/keys/${batch.id}`}
                target="_blank"
                className={classNames(iconButtonClass, styles.print)}
                aria-label={`Bogen drucken: ${name}`}
                title="Bogen drucken"
              >
                <Printer className="icon icon-small" aria-hidden />
              </Link>
            )}
            <BatchMenu batch={batch} name={name} actions={actions} />
          </span>
        </DataCell>
      </DataRow>
      {isOpen && <BatchKeys id={batch.id} />}
    </>
  )
}

function Expiry({ batch: { counts, keyCount, expiresAt } }: { batch: KeyBatch }) {
  if (counts.withdrawn === keyCount) return <Tag kind="danger">Zurückgezogen</Tag>
  if (counts.expired > 0) return <Tag>Abgelaufen</Tag>
  if (expiresAt === null) return <Text tone="muted">kein Ende</Text>
  return <span className={styles.short}>{formatDate(lastDay(expiresAt))}</span>
}

function Maker({ batch: { madeBy, createdAt }, isOff }: { batch: KeyBatch; isOff: boolean }) {
  const user = useUser()
  const name = madeBy === null ? 'Nicht bekannt' : madeBy.id === user?.id ? 'Du' : shownName(madeBy)
  return (
    <span className={classNames(styles.maker, isOff && styles.off)}>
      <Avatar src={madeBy?.photoURL ? imageUrl(madeBy.photoURL) : null} size={28} />
      <span className={styles.stack}>
        <span dir="auto">{name}</span>
        <Text size="sm" tone="muted" className={styles.second}>
          {formatDate(createdAt)}
        </Text>
      </span>
    </span>
  )
}
