/** What the focus is on: a field takes all keys, a slider its arrows, a control the space bar. */
export type FocusedOn = 'page' | 'control' | 'slider' | 'field'

/** Tells it of the target of a key press. */
export function focusedOn(target: EventTarget | null): FocusedOn {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target instanceof HTMLInputElement && target.type === 'range') return 'slider'
  const isField = target.matches('input, textarea, select') || target.isContentEditable
  if (isField || target.closest('[role="menu"]') !== null) return 'field'
  return target.matches('button, a, summary, [role="tab"]') ? 'control' : 'page'
}
