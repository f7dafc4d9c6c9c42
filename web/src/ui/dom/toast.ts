import type { ComponentType, SVGProps } from 'react'
import { create } from 'zustand'

type Icon = ComponentType<SVGProps<SVGSVGElement>>

export interface Toast {
  /** Incremented, so that the same text twice is two toasts. */
  id: number
  kind: 'info' | 'error'
  text: string
  /** The icon; default: a tick or a warning. */
  icon: Icon | undefined
  /** Milliseconds on screen. */
  duration: number
  /** An optional button; a press on it closes the toast. */
  action: ToastAction | undefined
  /** Shown again after the toast that has replaced it is closed. */
  returns: boolean
}

interface ToastAction {
  label: string
  onPress: () => void
}

/** Milliseconds. See docs/product.md §2.5. */
const TOAST_DURATION = 3000
/** Milliseconds on screen for messages of the admin panel. See docs/product.md §2.5. */
export const ADMIN_TOAST = 5000

interface Options {
  kind?: Toast['kind']
  icon?: Icon
  /** Milliseconds on screen; default 3 s. */
  duration?: number
  action?: ToastAction
  /** Shown again, for its whole duration, after a toast that has replaced it is closed. */
  returns?: boolean
}

let lastId = 0

/** The current toast, which a new one replaces, and the replaced toasts that will be shown again, the next one last. */
export const useToast = create<{ toast: Toast | undefined; returning: readonly Toast[] }>(() => ({
  toast: undefined,
  returning: [],
}))

/** Maximum number of replaced toasts that are shown again. */
const RETURNING_MAX = 3

/** @returns the id of the toast */
export function showToast(
  text: string,
  { kind = 'info', icon, duration = TOAST_DURATION, action, returns = false }: Options = {},
): number {
  lastId += 1
  const toast = { id: lastId, kind, text, icon, duration, action, returns }
  useToast.setState(({ toast: replaced, returning }) => ({
    toast,
    returning: replaced?.returns === true ? [...returning, replaced].slice(-RETURNING_MAX) : returning,
  }))
  return lastId
}

/** Closes a toast, whether it is visible or waits to be shown again. */
export function dismissToast(id: number): void {
  useToast.setState(({ toast, returning }) =>
    toast?.id === id
      ? { toast: returning.at(-1), returning: returning.slice(0, -1) }
      : { toast, returning: returning.filter((one) => one.id !== id) },
  )
}

/** Whether the toast is visible or will be shown again. */
export function isToastOpen(id: number): boolean {
  const { toast, returning } = useToast.getState()
  return toast?.id === id || returning.some((one) => one.id === id)
}

/** Closes all toasts, for example after a logout. */
export function clearToast(): void {
  useToast.setState({ toast: undefined, returning: [] })
}
