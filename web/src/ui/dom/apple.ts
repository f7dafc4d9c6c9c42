/** Whether this is an Apple device, whose shortcuts use the command key instead of Ctrl. */
export const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
