import { useId, useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Tooltip.module.css'

interface TooltipProps {
  text: string
  side?: 'above' | 'below'
  /** The control that it explains; gets the id that describes it. */
  children: (describedBy: string) => ReactNode
}

/** A sentence on hover and focus; Esc takes it away, pointing at it keeps it. */
export function Tooltip({ text, side = 'above', children }: TooltipProps) {
  const id = useId()
  const [dismissed, setDismissed] = useState(false)
  const comeBack = () => setDismissed(false)
  return (
    // It only listens for Esc on its way up from the control.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      className={classNames(styles.anchor, dismissed && styles.dismissed)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDismissed(true)
      }}
      onPointerLeave={comeBack}
      onBlur={comeBack}
    >
      {children(id)}
      <span role="tooltip" id={id} className={classNames(styles.tip, styles[side])}>
        {text}
      </span>
    </span>
  )
}
