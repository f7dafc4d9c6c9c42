/** The type of the message by which the service worker lets a window of the app open a path. */
export const OPEN_PATH_MESSAGE = 'openPath'
