import { Dialog } from '#ui/components/overlays/Dialog.tsx'
import { SHORTCUTS } from './shortcuts.ts'
import styles from './ShortcutHelp.module.css'

/** The list of keyboard shortcuts; `?` opens it. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog open={isOpen} onClose={onClose} title="Tastenkürzel" width="narrow">
      <dl className={styles.keys}>
        {SHORTCUTS.map(([keys, text]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
