/** A click handler that treats a double-click as one press: the second click would undo the first one. */
export function oncePerDoubleClick(handler: () => void): (event: { detail: number }) => void {
  return ({ detail }) => {
    // Clicks caused by keys have a detail of 0.
    if (detail < 2) handler()
  }
}
