import { asText, storageOf } from './item-storage.ts'

/**
 * What the first screen stores. All other items are in `signed-in-storage.ts`, so that the first screen stays small.
 */
export const { getStored, setStored, onStoredElsewhere } = storageOf(
  {
    /** The session token, for the `Authorization` header. See docs/product.md §3.11. */
    authToken: asText,
    /** Set when the notice about the new design was closed or has expired. */
    redesignSeen: asText,
  },
  {
    /** The unverified address of an account that is not logged in. See docs/product.md §3.3. */
    unverifiedEmail: asText,
    /**
     * Set after a registration in this browser, until the next login or attempt to log in. See docs/product.md
     * §3.3.
     */
    justRegistered: asText,
  },
)
