import Plus from 'lucide-react/icons/plus'
import { hasAccess, useUser } from '#features/auth/index.ts'
import { chooseForRoom, OpenRoomsCount, RoomLists } from '#features/rooms/index.ts'
import { usePageTitle } from '#page-title.ts'
import { Button } from '#ui/components/controls/Button.tsx'
import styles from './RoomsPage.module.css'

/** The page `/rooms`: the open listening rooms, and ended ones in which the member was. */
export function RoomsPage() {
  const user = useUser()
  usePageTitle('Hörräume')
  if (!user) return null
  const mayOpen = hasAccess(user)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>Hörräume</h1>
          <OpenRoomsCount />
        </div>
        {mayOpen && (
          <Button kind="primary" aria-haspopup="dialog" onClick={chooseForRoom}>
            <Plus className="icon icon-small" aria-hidden />
            Hörraum öffnen
          </Button>
        )}
      </header>
      <RoomLists
        open={
          mayOpen && (
            <Button kind="tint" aria-haspopup="dialog" onClick={chooseForRoom}>
              Hörraum öffnen
            </Button>
          )
        }
      />
    </div>
  )
}
