import { ADMIN_TOAST, showToast } from '#ui/dom/toast.ts'

/** Copies a text, and says whether that has worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('Kopiert', { duration: ADMIN_TOAST })
  } catch {
    // Browsers provide the clipboard only on https pages.
    showToast('Kopieren nicht möglich', { kind: 'error', duration: ADMIN_TOAST })
  }
}

/** The address that a key is redeemed at. */
export const linkOf = (key: string) => new URL(`/k/${key}`, location.origin).href
