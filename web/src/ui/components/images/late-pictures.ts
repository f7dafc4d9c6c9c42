import { createContext } from 'react'

/**
 * True while pictures and icons are left out, with their space reserved: the rows of a long list are mounted without
 * them while it scrolls, and what a press opens is first rendered without them.
 */
export const LatePictures = createContext(false)
