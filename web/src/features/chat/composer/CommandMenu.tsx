import { imageUrl } from '#client/media.ts'
import { useCurrentMoment } from '#features/cards/index.ts'
import { formatTime } from '#format.ts'
import { Surface } from '#ui/components/base/Surface.tsx'
import { Text } from '#ui/components/base/Text.tsx'
import { Cover } from '#ui/components/images/Cover.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import styles from './CommandMenu.module.css'

interface CommandMenuProps {
  id: string
  onChoose: () => void
}

export const commandOptionId = (id: string) => `${id}-command`

/** Offers the command „/jetzt“; the focus stays in the field. */
export function CommandMenu({ id, onChoose }: CommandMenuProps) {
  const moment = useCurrentMoment()
  return (
    // The field must keep the focus, so neither select nor datalist can be used.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <Surface kind="floating" className={styles.menu} id={id} role="listbox" aria-label="Befehle">
      <div
        id={commandOptionId(id)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="option"
        aria-selected={moment !== undefined}
        aria-disabled={moment === undefined}
        tabIndex={-1}
        className={classNames(styles.command, moment && styles.chosen)}
        // Keeps the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
        onClick={moment && onChoose}
        onKeyDown={() => undefined}
      >
        {moment && <Cover src={imageUrl(moment.track.coverUrl)} size={44} fixed />}
        <span className={styles.text}>
          <Text weight="semibold">/jetzt</Text>
          <Text size="sm" tone="muted" truncate>
            {moment
              ? `${moment.track.title} bei ${formatTime(moment.card.second)} teilen`
              : 'Gerade läuft nichts'}
          </Text>
        </span>
      </div>
    </Surface>
  )
}
