import type { ChatMessage, Reaction } from '@tonarchiv/contract/chat'
import SmilePlus from 'lucide-react/icons/smile-plus'
import { useState } from 'react'
import { distinctName, usePeople } from '#features/presence/index.ts'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import { useContextMenu } from '#ui/hooks/use-context-menu.ts'
import { EmojiGlyph } from './EmojiGlyph.tsx'
import styles from './Reactions.module.css'

interface ReactionsProps {
  message: Pick<ChatMessage, 'reactions'>
  ownId: string
  onReact: (emoji: string) => void
  /** Opens the picker. */
  onPicker: (anchor: Element) => void
  /** Shows all members who have reacted with this emoji. */
  onReactors: (emoji: string, anchor: MenuAnchor) => void
}

/** The reactions to a message; a press adds or removes the member's own. */
export function Reactions({ message: { reactions }, ownId, onReact, onPicker, onReactors }: ReactionsProps) {
  if (reactions.length === 0) return null
  return (
    <ul
      className={styles.reactions}
      aria-label="Reaktionen"
      // The list of messages is a live region, in which changes of the reactions would be announced as well.
      aria-live="off"
      // A long press on a reaction must not count as a long press on its message.
      onPointerDown={(event) => event.stopPropagation()}
    >
      {reactions.map((reaction) => (
        <li key={reaction.emoji} className={styles.item}>
          <ReactionButton
            {...{ reaction, ownId }}
            onPress={() => onReact(reaction.emoji)}
            onReactors={(anchor) => onReactors(reaction.emoji, anchor)}
          />
        </li>
      ))}
      <li>
        <button
          type="button"
          className={styles.add}
          aria-label="Reaktion hinzufügen"
          title="Reaktion hinzufügen"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onPicker(currentTarget)}
        >
          <SmilePlus className="icon icon-small" aria-hidden />
        </button>
      </li>
    </ul>
  )
}

interface ReactionButtonProps {
  reaction: Reaction
  ownId: string
  onPress: () => void
  onReactors: (anchor: MenuAnchor) => void
}

function ReactionButton({ reaction, ownId, onPress, onReactors }: ReactionButtonProps) {
  const { emoji, count, userIds } = reaction
  const [isNamed, setIsNamed] = useState(false)
  const showNames = () => setIsNamed(true)
  const menu = useContextMenu(onReactors)
  return (
    <>
      <button
        type="button"
        className={styles.reaction}
        aria-label={`${emoji} ${count}`}
        aria-pressed={userIds.includes(ownId)}
        {...menu}
        onClick={onPress}
        onPointerEnter={showNames}
        onFocus={showNames}
      >
        <EmojiGlyph emoji={emoji} className={styles.glyph} />
        {count}
      </button>
      {isNamed && (
        <span className={styles.names} aria-hidden>
          {namesOf(reaction, ownId)}
        </span>
      )}
    </>
  )
}

/** The members who have reacted, as text: `Du, Mila Kramer und 3 weitere`. */
function namesOf({ userIds, count }: Reaction, ownId: string): string {
  const people = usePeople.getState()
  const others = userIds.flatMap((id) => {
    const person = id === ownId ? undefined : people.byId.get(id)
    return person === undefined ? [] : distinctName(person, people)
  })
  const names = userIds.includes(ownId) ? ['Du', ...others] : others
  const further = count - names.length
  if (names.length === 0) return further === 1 ? '1 Person' : `${further} Personen`
  if (further > 0) return `${names.join(', ')} und ${further} weitere`
  return new Intl.ListFormat('de').format(names)
}
