import { asText, storageOf } from './item-storage.ts'

/**
 * Items in the browser's storage that the first screen needs. All others are in `signed-in-storage.ts`, so that the
 * code of the first screen stays small.
 */
export const { getStored, setStored, onStoredElsewhere } = storageOf(
  {
    /** The session token, for the `Authorization` header. See docs/product.md §3.11. */
    authToken: asText,
    /** Set when the notice about the new design was closed or is too old to be shown. */
    redesignSeen: asText,
  },
  {
    /** The unverified email address of an account that could not log in. See docs/product.md §3.3. */
    unverifiedEmail: asText,
    /**
     * Set after a registration in this browser, until the next login or attempt to log in. See docs/product.md §3.3.
     */
    justRegistered: asText,
  },
)
