import { useEffect, useState } from 'react'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { site } from '#site.ts'
import { useIsRootMarked } from '#ui/dom/root-mark.ts'
import { showToast } from '#ui/dom/toast.ts'
import { useHintRequest } from './hint-request.ts'
import { InstallCard } from './InstallCard.tsx'
import { askToInstall, useInstallWay, watchInstallation } from './install-prompt.ts'
import { withVisit } from './visits.ts'

/** The hint is shown once, from this visit on, and this many milliseconds after its start. */
const FROM_VISIT = 3
const SHOWN_AFTER = 20_000

interface InstallHintProps {
  /** Something else occupies the place of the hint, which then waits. */
  isBlocked: boolean
  /** Milliseconds after the start of the visit. */
  shownAfter?: number
}

/**
 * Offers once, from the third visit on, to install the app. Afterwards it is shown on request only. See docs/product.md
 * §2.9.
 */
export function InstallHint({ isBlocked, shownAfter = SHOWN_AFTER }: InstallHintProps) {
  const way = useInstallWay()
  const isDue = useIsDue(shownAfter)
  const isModal = useIsRootMarked('data-modal')
  const { isRequested, forget } = useHintRequest()
  const [isClosed, setIsClosed] = useState(false)
  const isShown = way !== undefined && !isModal && !isBlocked && (isRequested || (isDue && !isClosed))

  useEffect(() => {
    if (isShown) setStored('installHintSeen', 'yes')
  }, [isShown])

  useEffect(
    () =>
      watchInstallation(() => {
        setIsClosed(true)
        showToast(`${site.title} ist installiert`)
      }),
    [],
  )

  if (!isShown) return null
  const close = () => {
    setIsClosed(true)
    forget()
  }
  return (
    <InstallCard
      way={way}
      onClose={close}
      onInstall={() => {
        close()
        void askToInstall()
      }}
    />
  )
}

/** Whether the hint is due: enough visits, and enough time in this one. */
function useIsDue(shownAfter: number): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const { text, count } = withVisit(getStored('visits'), Date.now())
    setStored('visits', text)
    if (count < FROM_VISIT || getStored('installHintSeen') !== undefined) return undefined
    const timer = setTimeout(() => setIsDue(true), shownAfter)
    return () => clearTimeout(timer)
  }, [shownAfter])
  return isDue
}
