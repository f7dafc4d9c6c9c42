import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/components/controls/IconButton.tsx'
import type { MenuAnchor } from '#ui/dom/menu-place.ts'
import styles from './SubMenuHead.module.css'

export interface SubMenuProps {
  /** The element or point at which the menu opens; undefined closes the menu. */
  anchor: MenuAnchor | undefined
  onClose: () => void
  /** Returns to the menu „Mehr“; undefined if this menu was not opened from there. */
  onBack: (() => void) | undefined
}

interface SubMenuHeadProps extends Pick<SubMenuProps, 'onBack'> {
  title: string
  children?: ReactNode
}

/** The heading of a menu, with a button back to the menu „Mehr“ if `onBack` is given. */
export function SubMenuHead({ title, onBack, children }: SubMenuHeadProps) {
  return (
    <header className={styles.head}>
      {onBack && (
        <IconButton label="Zurück zu „Mehr“" onClick={onBack}>
          <ArrowLeft className="icon icon-small" aria-hidden />
        </IconButton>
      )}
      <h2>{title}</h2>
      {children}
    </header>
  )
}
