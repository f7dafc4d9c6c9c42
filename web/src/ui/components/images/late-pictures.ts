import { createContext } from 'react'

/**
 * Whether images and icons are left out for now, with their space reserved. True for rows of a long list during
 * scrolling, and for the first render of content that a press opens.
 */
export const LatePictures = createContext(false)
