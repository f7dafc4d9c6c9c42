import X from 'lucide-react/icons/x'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './Composer.module.css'
import { editUnsent, discardUnsent, useDraft } from './draft.ts'

/** Texts that were moved out of the field: each can be restored or discarded. */
export function UnsentTexts() {
  const unsent = useDraft((draft) => draft.unsent)
  if (unsent.length === 0) return null
  return (
    <ul className={styles.unsent} aria-label="Entwürfe">
      {unsent.map((each, index) => (
        // A text may be there twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${each.text}`}>
          <Text truncate dir="auto">
            {each.text}
          </Text>
          <Button
            small
            kind="ghost"
            aria-label={`Entwurf weiterschreiben: ${each.text}`}
            onClick={() => editUnsent(each)}
          >
            Weiterschreiben
          </Button>
          <IconButton label={`Entwurf verwerfen: ${each.text}`} onClick={() => discardUnsent(each)}>
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
