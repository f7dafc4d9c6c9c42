import { createContext } from 'react'

/**
 * True while images and icons are not rendered and only their space is reserved. Used for the rows of a long list
 * during scrolling, and for the first render of content that a press opens.
 */
export const LatePictures = createContext(false)
