/** A tab of its own that cannot reach back into this one. */
export const openTab = (path: string) => void window.open(path, '_blank', 'noopener')
