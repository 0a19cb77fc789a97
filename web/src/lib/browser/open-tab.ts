/** Opens a tab without access to its opener. */
export const openTab = (path: string) => void window.open(path, '_blank', 'noopener')
