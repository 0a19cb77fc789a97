/** What was typed before the editor was there, and whether it was sent then already, and with Shift. */
export type ComposerBuffer = { text: string; sent: { shift: boolean } | null }

export const emptyComposerBuffer: ComposerBuffer = { text: '', sent: null }
