import type { ComponentType, SVGProps } from 'react'
import { create } from 'zustand'

type Icon = ComponentType<SVGProps<SVGSVGElement>>

export interface Toast {
  /** Identifies the toast. The same text, shown twice, results in two toasts with different ids. */
  id: number
  kind: 'info' | 'error'
  text: string
  /** The icon; undefined for a tick or, if `kind` is `error`, a warning. */
  icon: Icon | undefined
  /** Milliseconds for which the toast is shown. */
  duration: number
  /** A button in the toast; pressing it also closes the toast. */
  action: ToastAction | undefined
  /** Whether the toast is shown again after a toast that has replaced it is closed. */
  returns: boolean
  /** Whether its button gets the focus. */
  takesFocus: boolean
}

interface ToastAction {
  label: string
  onPress: () => void
}

/** Milliseconds for which a toast is shown by default. See docs/product.md §2.5. */
const TOAST_DURATION = 3000
/** Milliseconds for which toasts of the admin panel are shown. See docs/product.md §2.5. */
export const ADMIN_TOAST = 5000

export interface ToastOptions {
  kind?: Toast['kind']
  icon?: Icon | undefined
  /** Milliseconds for which the toast is shown; 3 s by default. */
  duration?: number | undefined
  action?: ToastAction
  /** Whether the toast is shown again, for its whole duration, after a toast that has replaced it is closed. */
  returns?: boolean
  /** Whether its button gets the focus: when a key was pressed, and the pressed element is gone. */
  takesFocus?: boolean
}

let lastId = 0

/**
 * The current toast, which a new toast replaces. `returning`: the replaced toasts that will be shown again; the next
 * one is the last.
 */
export const useToast = create<{ toast: Toast | undefined; returning: readonly Toast[] }>(() => ({
  toast: undefined,
  returning: [],
}))

/** Maximum number of replaced toasts that are stored to be shown again. */
const RETURNING_MAX = 3

/** Shows a toast, which replaces the current one. @returns the id of the toast */
export function showToast(
  text: string,
  {
    kind = 'info',
    icon,
    duration = TOAST_DURATION,
    action,
    returns = false,
    takesFocus = false,
  }: ToastOptions = {},
): number {
  lastId += 1
  const toast = { id: lastId, kind, text, icon, duration, action, returns, takesFocus }
  useToast.setState(({ toast: replaced, returning }) => ({
    toast,
    returning: replaced?.returns === true ? [...returning, replaced].slice(-RETURNING_MAX) : returning,
  }))
  return lastId
}

/** Closes a toast. It may be visible, or may wait to be shown again. */
export function dismissToast(id: number): void {
  useToast.setState(({ toast, returning }) =>
    toast?.id === id
      ? { toast: returning.at(-1), returning: returning.slice(0, -1) }
      : { toast, returning: returning.filter((one) => one.id !== id) },
  )
}

/** Whether a toast is visible or will be shown again. */
export function isToastOpen(id: number): boolean {
  const { toast, returning } = useToast.getState()
  return toast?.id === id || returning.some((one) => one.id === id)
}

/** Closes all toasts, for example after a logout. */
export function clearToast(): void {
  useToast.setState({ toast: undefined, returning: [] })
}
