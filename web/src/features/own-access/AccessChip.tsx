import type { OwnAccess } from '@tonarchiv/contract/own-access'
import { scopeText } from '@tonarchiv/contract/scope-text'
import ChevronDown from 'lucide-react/icons/chevron-down'
import KeyRound from 'lucide-react/icons/key-round'
import { useId, useState } from 'react'
import { ScopeGlyph } from '#features/access-scope/index.ts'
import { formatDate } from '#format.ts'
import { Text } from '#ui/components/base/Text.tsx'
import { Button } from '#ui/components/controls/Button.tsx'
import { Popup } from '#ui/components/overlays/Popup.tsx'
import styles from './AccessChip.module.css'
import { AccessShelf } from './AccessShelf.tsx'
import { keysText, openText } from './access-wording.ts'

interface AccessChipProps {
  access: OwnAccess
  /** Opens the form for another key. */
  onEnterKey: () => void
}

/** The member's access as a button, which opens the list of keys. */
export function AccessChip({ access, onEnterKey }: AccessChipProps) {
  const [anchor, setAnchor] = useState<Element>()
  const id = useId()
  const { scope, archiveTotal, keys } = access
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-controls={id}
        onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
      >
        <AccessShelf open={scope.albumCount} total={archiveTotal} />
        <span className={styles.text}>
          <Text weight="semibold">Dein Zugang</Text>
          <Text size="sm" tone="muted">
            {keysText(keys)}
          </Text>
        </span>
        <ChevronDown className="icon icon-small" aria-hidden />
      </button>
      <Popup
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a popover that is not modal
        role="dialog"
        aria-label="Dein Zugang"
        tabIndex={-1}
        anchor={anchor}
        align="end"
        className={styles.panel}
        onClose={() => setAnchor(undefined)}
        onOpened={(popup) => popup.focus()}
      >
        <div className={styles.head}>
          <AccessShelf open={scope.albumCount} total={archiveTotal} />
          <span className={styles.text}>
            <Text weight="semibold">{openText(access)}</Text>
            <Text size="sm" tone="muted">
              {scope.hasVideos ? 'mit Videos' : 'ohne Videos'}
            </Text>
          </span>
        </div>
        <ul className={styles.keys} aria-label="Deine Schlüssel">
          {keys.map((key) => (
            <li key={key.id}>
              <span className={styles.key}>{key.key ?? 'Ohne Schlüssel'}</span>
              <span className={styles.scope}>
                <ScopeGlyph scope={key.scope} isDecoration />
                {scopeText(key.scope)}
              </span>
              <Text size="sm" tone="muted" className={styles.end}>
                {key.endsAt === null ? 'für immer' : `bis ${formatDate(key.endsAt)}`}
              </Text>
            </li>
          ))}
        </ul>
        <Button
          kind="tint"
          block
          onClick={() => {
            setAnchor(undefined)
            onEnterKey()
          }}
        >
          <KeyRound className="icon icon-small" aria-hidden />
          Weiteren Schlüssel eingeben
        </Button>
      </Popup>
    </>
  )
}
