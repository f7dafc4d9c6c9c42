import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ListStart from 'lucide-react/icons/list-start'
import X from 'lucide-react/icons/x'
import { iconButtonClass } from '#ui/components/controls/IconButton.tsx'
import { MenuButton } from '#ui/components/overlays/MenuButton.tsx'
import { MenuItem } from '#ui/components/overlays/MenuItem.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import { titleOf } from './QueueRow.tsx'
import { useRoomActions } from './room-actions.ts'
import { entryBehind, type QueueItem } from './room-queue.ts'
import styles from './RoomQueue.module.css'

interface EntryMenuProps {
  item: QueueItem
  /** The ids of all upcoming entries in their order, including this one; undefined if this entry cannot be moved. */
  ids: readonly string[] | undefined
  mayRemove: boolean
}

/** The menu that moves or removes an entry. Renders only an empty space if the member may do neither. */
export function EntryMenu({ item: { id, entry }, ids, mayRemove }: EntryMenuProps) {
  const { command } = useRoomActions()
  if (ids === undefined && !mayRemove) return <span className={styles.noMenu} />
  const place = ids?.indexOf(id) ?? -1
  const move = (to: number) => {
    if (ids) void command({ name: 'move', entryId: id, after: entryBehind(ids, id, to) })
  }
  return (
    <MenuButton
      label={`Aktionen für ${titleOf(entry)}`}
      className={classNames(iconButtonClass, styles.menu)}
      align="end"
      trigger={<Ellipsis className="icon icon-small" aria-hidden />}
    >
      {ids && place > 0 && (
        <>
          <MenuItem icon={<ListStart className="icon" aria-hidden />} onSelect={() => move(0)}>
            Als Nächstes
          </MenuItem>
          <MenuItem icon={<ArrowUp className="icon" aria-hidden />} onSelect={() => move(place - 1)}>
            Nach oben
          </MenuItem>
        </>
      )}
      {ids && place < ids.length - 1 && (
        <MenuItem icon={<ArrowDown className="icon" aria-hidden />} onSelect={() => move(place + 1)}>
          Nach unten
        </MenuItem>
      )}
      {mayRemove && (
        <MenuItem
          icon={<X className="icon" aria-hidden />}
          onSelect={() => void command({ name: 'remove', entryId: id })}
        >
          Entfernen
        </MenuItem>
      )}
    </MenuButton>
  )
}
