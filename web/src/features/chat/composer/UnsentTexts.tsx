import X from 'lucide-react/icons/x'
import { Button } from '#ui/components/controls/Button.tsx'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import styles from './Composer.module.css'
import { quotedContent } from '../messages/Quote.tsx'
import { useDraft, type UnsentText } from './draft.ts'
import { discardUnsent, editUnsent } from './unsent-texts.ts'

/** The text of a message, or the kind of its card. */
const nameOf = ({ text, card }: UnsentText) => quotedContent({ excerpt: text, mediaType: null, card })

/** Messages that were moved out of the field: each can be restored or discarded. */
export function UnsentTexts() {
  const unsent = useDraft((draft) => draft.unsent)
  if (unsent.length === 0) return null
  return (
    <ul className={styles.unsent} aria-label="Entwürfe">
      {unsent.map((each, index) => (
        // Two messages may have the same text, so the key contains the index.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${each.text}`}>
          <Text truncate dir="auto">
            {nameOf(each)}
          </Text>
          <Button
            small
            kind="ghost"
            aria-label={`Entwurf weiterschreiben: ${nameOf(each)}`}
            onClick={() => editUnsent(each)}
          >
            Weiterschreiben
          </Button>
          <IconButton label={`Entwurf verwerfen: ${nameOf(each)}`} onClick={() => discardUnsent(each)}>
            <X className="icon icon-small" aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
