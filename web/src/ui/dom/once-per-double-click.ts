/** A click handler that takes a double-click for one press: the second click would undo what the first one did. */
export function oncePerDoubleClick(handler: () => void): (event: { detail: number }) => void {
  return ({ detail }) => {
    // Keys have a detail of 0.
    if (detail < 2) handler()
  }
}
