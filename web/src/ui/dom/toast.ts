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
}

let lastId = 0

/** The current toast; a new one replaces it. */
export const useToast = create<{ toast: Toast | undefined }>(() => ({ toast: undefined }))

/** @returns the id of the toast */
export function showToast(
  text: string,
  { kind = 'info', icon, duration = TOAST_DURATION, action }: Options = {},
): number {
  lastId += 1
  useToast.setState({ toast: { id: lastId, kind, text, icon, duration, action } })
  return lastId
}

/** Closes a toast, unless another one has replaced it. */
export function dismissToast(id: number): void {
  useToast.setState(({ toast }) => ({ toast: toast?.id === id ? undefined : toast }))
}

/** Closes the current toast, for example after a logout. */
export function clearToast(): void {
  useToast.setState({ toast: undefined })
}
