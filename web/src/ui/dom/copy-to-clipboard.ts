import { showToast, type ToastOptions } from './toast.ts'

interface Texts {
  copied: string
  failed?: string
}

/**
 * Copies a text, and shows a toast about the success or failure. @returns whether the text was copied
 *
 * Browsers have no clipboard on insecure origins, and reject the text when the user has blocked the clipboard.
 */
export async function copyToClipboard(
  text: string,
  { copied, failed = 'Das Kopieren hat nicht geklappt' }: Texts,
  { icon, duration }: Pick<ToastOptions, 'icon' | 'duration'> = {},
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    showToast(failed, { kind: 'error', duration })
    return false
  }
  showToast(copied, { icon, duration })
  return true
}
