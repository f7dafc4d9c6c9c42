import { Switch } from '#ui/components/controls/Switch.tsx'
import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { setCharacterShortcuts, useCharacterShortcuts } from '../keys/character-shortcuts.ts'
import { closeShortcutHelp, useShortcutHelp } from '../keys/shortcut-help.ts'
import { SHORTCUT_GROUPS, type ShownKey } from './shortcuts.ts'
import styles from './ShortcutHelp.module.css'

/** The dialog with the list of keyboard shortcuts; the key `?` opens it. */
export function ShortcutHelp() {
  const isOpen = useShortcutHelp((state) => state.isOpen)
  const isOn = useCharacterShortcuts()
  return (
    <Dialog open={isOpen} onClose={closeShortcutHelp} title="Tastenkürzel" className={styles.dialog}>
      <div className={styles.groups}>
        {SHORTCUT_GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ text, keys }) => (
                <div key={text}>
                  <dt>{text}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Key key={nameOf(key)} shown={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        <p>Kürzel ruhen, solange du in ein Feld schreibst.</p>
        <Switch checked={isOn} onChange={setCharacterShortcuts}>
          Kürzel verwenden
        </Switch>
      </div>
    </Dialog>
  )
}

const nameOf = (key: ShownKey) => (typeof key === 'string' ? key : key.name)

/** A key of a shortcut. A sign has a name that screen readers announce instead. */
function Key({ shown }: { shown: ShownKey }) {
  if (typeof shown === 'string') return <kbd>{shown}</kbd>
  return (
    <kbd>
      <span aria-hidden>{shown.sign}</span>
      <span className="sr">{shown.name}</span>
    </kbd>
  )
}
