/**
 * The kind of an element with regard to keys: a field handles all keys itself, a slider the arrow keys, a control the
 * space bar.
 */
export type FocusedOn = 'page' | 'control' | 'slider' | 'field'

/** The kind of the element that receives a key press. */
export function focusedOn(target: EventTarget | null): FocusedOn {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target instanceof HTMLInputElement && target.type === 'range') return 'slider'
  const isField = target.matches('input, textarea, select') || target.isContentEditable
  if (isField || target.closest('[role="menu"]') !== null) return 'field'
  return target.matches('button, a, summary, [role="tab"]') ? 'control' : 'page'
}
