import type { RouteShape } from '@tonarchiv/contract/route'

/** Asks the member to confirm that it is them. False when they cancel. */
type Ask = (route: RouteShape) => Promise<boolean>

let ask: Ask | undefined

/**
 * Sets the function that asks for a confirmation when the server requires one for a call. After the confirmation, the
 * call is repeated.
 * @returns a function that removes `asks`
 */
export function onConfirmationRequired(asks: Ask): () => void {
  ask = asks
  return () => {
    if (ask === asks) ask = undefined
  }
}

export async function askForConfirmation(route: RouteShape): Promise<boolean> {
  return (await ask?.(route)) === true
}
