import { useState } from 'react'
import { Popup } from '#ui/components/overlays/Popup.tsx'
import { classNames } from '#ui/dom/class-names.ts'
import type { InRoom } from '../state/room-tab.ts'
import { StepDetails } from './StepDetails.tsx'
import { clockStep, stepOf } from './step.ts'
import styles from './StepMark.module.css'

/** Number of dots on each side of the middle. */
const DOTS = 9

/** Shows whether this browser plays in step with the room: the dots then stand still. A press shows details. */
export function StepMark({ tab, ownId }: { tab: InRoom; ownId: string }) {
  const [anchor, setAnchor] = useState<Element>()
  const step = tab.isFollowing || tab.video ? stepOf(tab.following, tab.isConnected) : clockStep(tab)
  return (
    <>
      <button
        type="button"
        className={classNames(styles.mark, styles[step.look])}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        data-step={step.look}
        onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
      >
        <span className={styles.dots} aria-hidden>
          {Array.from({ length: DOTS }, (_, index) => (
            <i key={index} />
          ))}
        </span>
        <span className="sr">Gleichlauf: </span>
        <span className={styles.text}>{step.text}</span>
        {step.deviation !== undefined && <span className={styles.deviation}> {step.deviation}</span>}
        <span className="sr">. Einzelheiten</span>
      </button>
      <Popup
        anchor={anchor}
        // The element is a popover.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="dialog"
        aria-label="Gleichlauf"
        className={styles.popup}
        tabIndex={-1}
        onClose={() => setAnchor(undefined)}
        onOpened={(popup) => popup.focus({ preventScroll: true })}
      >
        {anchor && <StepDetails tab={tab} ownId={ownId} step={step} />}
      </Popup>
    </>
  )
}
