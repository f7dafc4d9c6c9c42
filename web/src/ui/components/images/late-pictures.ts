import { createContext } from 'react'

/**
 * True while pictures and icons are left out, with their space reserved: the rows of a long list are mounted without
 * them while it scrolls.
 */
export const LatePictures = createContext(false)
