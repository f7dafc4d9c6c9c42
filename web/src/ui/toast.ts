import { create } from 'zustand'

export interface Toast {
  /** Counts up, so that the same text twice is two toasts. */
  id: number
  kind: 'info' | 'error'
  text: string
  /** Milliseconds on screen. */
  duration: number
}

/** Milliseconds. Spec §9. */
const TOAST_DURATION = 3000

interface Options {
  kind?: Toast['kind']
  /** Milliseconds on screen; 3 s unless told. */
  duration?: number
}

let lastId = 0

/** The toast on screen; a new one takes the place of the old. */
export const useToast = create<{ toast: Toast | undefined }>(() => ({ toast: undefined }))

export function showToast(text: string, { kind = 'info', duration = TOAST_DURATION }: Options = {}): void {
  lastId += 1
  useToast.setState({ toast: { id: lastId, kind, text, duration } })
}

/** Takes a toast away, unless another one has taken its place already. */
export function dismissToast(id: number): void {
  useToast.setState(({ toast }) => ({ toast: toast?.id === id ? undefined : toast }))
}
