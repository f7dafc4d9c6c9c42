/** Apple’s keyboards use the command key where others use Ctrl. */
export const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
