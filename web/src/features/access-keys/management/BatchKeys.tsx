import type { BatchKey } from '@tonarchiv/contract/key-batches'
import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import { useRef, useState } from 'react'
import { textOf } from '#client/api-error.ts'
import { formatDate } from '#format.ts'
import { LoadFailure } from '#ui/components/content/LoadFailure.tsx'
import { Skeleton } from '#ui/components/content/Skeleton.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { batchQuery } from './api.ts'
import styles from './BatchKeys.module.css'
import { copyText } from './copy.ts'
import { KeyChip } from './KeyChip.tsx'

/** Number of keys that an open batch shows at first. */
const SHOWN = 5

const STATES = {
  available: 'verfügbar',
  used: 'verwendet',
  expired: 'abgelaufen',
  withdrawn: 'zurückgezogen',
} as const

/** The keys of an open batch, in a row below it. */
export function BatchKeys({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(batchQuery(id))
  const [showsAll, setShowsAll] = useState(false)
  const region = useRef<HTMLTableCellElement>(null)
  useRestoredFocus(region, () => region.current?.querySelectorAll('button')[SHOWN])
  const keys = data?.keys ?? []
  const shown = showsAll || keys.length <= SHOWN + 1 ? keys : keys.slice(0, SHOWN)
  const hidden = keys.length - shown.length
  return (
    <tr className={styles.row} id={`keys-${id}`}>
      <td ref={region} colSpan={7} className={styles.cell}>
        {data === undefined ? (
          error === null ? (
            <Skeleton height="4.5rem" />
          ) : (
            <LoadFailure onRetry={refetch}>
              {textOf(error, 'Die Schlüssel konnten nicht geladen werden.')}
            </LoadFailure>
          )
        ) : (
          <ul className={styles.list}>
            {shown.map((entry) => (
              <Entry key={entry.id} entry={entry} maxUses={data.batch.maxUses} />
            ))}
            {hidden > 0 && (
              <li className={styles.entry}>
                <button type="button" className="link" onClick={() => setShowsAll(true)}>
                  {hidden} weitere anzeigen
                </button>
              </li>
            )}
          </ul>
        )}
      </td>
    </tr>
  )
}

function Entry({ entry: { key, status, uses, lastUse }, maxUses }: { entry: BatchKey; maxUses: number }) {
  const counted = maxUses > 1 && uses > 0 ? `${uses} von ${maxUses}, zuletzt ` : ''
  const text =
    lastUse === null || status === 'withdrawn' || status === 'expired'
      ? STATES[status]
      : `${counted}${lastUse.by ?? 'Gelöschter Benutzer'}, ${formatDate(lastUse.at)}`
  return (
    <li className={styles.entry}>
      <KeyChip value={key} isOff={status !== 'available'} />
      <span className={styles.text} dir="auto">
        {text}
      </span>
      <IconButton label={`${key} kopieren`} onClick={() => void copyText(key)}>
        <Copy className="icon icon-small" aria-hidden />
      </IconButton>
    </li>
  )
}
