import type { ComponentType, SVGProps } from 'react'
import { create } from 'zustand'

type Icon = ComponentType<SVGProps<SVGSVGElement>>

export interface Toast {
  /** Counts up, so that the same text twice is two toasts. */
  id: number
  kind: 'info' | 'error'
  text: string
  /** What it is about; a tick or a warning unless told. */
  icon: Icon | undefined
  /** Milliseconds on screen. */
  duration: number
  /** A button; pressing it takes the toast away. */
  action: ToastAction | undefined
}

interface ToastAction {
  label: string
  onPress: () => void
}

/** Milliseconds. See docs/product.md §2.5. */
const TOAST_DURATION = 3000
/** Milliseconds on screen of what the admin panel says. See docs/product.md §2.5. */
export const ADMIN_TOAST = 5000

interface Options {
  kind?: Toast['kind']
  icon?: Icon
  /** Milliseconds on screen; 3 s unless told. */
  duration?: number
  action?: ToastAction
}

let lastId = 0

/** The toast on screen; a new one takes the place of the old. */
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

/** Takes a toast away, unless another one has taken its place already. */
export function dismissToast(id: number): void {
  useToast.setState(({ toast }) => ({ toast: toast?.id === id ? undefined : toast }))
}

/** Takes away what is on screen: it was said to somebody who is no longer here. */
export function clearToast(): void {
  useToast.setState({ toast: undefined })
}
