/** A click handler that ignores the second click of a double-click, because it would undo the first one. */
export function oncePerDoubleClick(handler: () => void): (event: { detail: number }) => void {
  return ({ detail }) => {
    // Clicks caused by keys have a detail of 0.
    if (detail < 2) handler()
  }
}
