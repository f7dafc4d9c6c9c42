import { useEffect, useState } from 'react'
import { getStored, setStored } from '#client/signed-in-storage.ts'
import { site } from '#site.ts'
import { useIsRootMarked } from '#ui/dom/root-mark.ts'
import { showToast } from '#ui/dom/toast.ts'
import { useHintRequest } from './hint-request.ts'
import { InstallCard } from './InstallCard.tsx'
import { askToInstall, useInstallWay, watchInstallation } from './install-prompt.ts'
import { withVisit } from './visits.ts'

/** The visit from which the hint is shown, once, and milliseconds after its start. */
const FROM_VISIT = 3
const SHOWN_AFTER = 20_000

interface InstallHintProps {
  /** Something else stands where the hint would: it waits. */
  isBlocked: boolean
  /** Milliseconds after the start of the visit. */
  shownAfter?: number
}

/** Offers once, in the third visit, to install the app; afterwards by request only. See docs/product.md §2.9. */
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

/** Whether this is a visit for the hint, and its time has come. */
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
