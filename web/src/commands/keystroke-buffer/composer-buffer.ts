/** Text typed before the editor has loaded, and whether it was already sent (`shift`: with Shift held). */
export type ComposerBuffer = { text: string; sent: { shift: boolean } | null }

export const emptyComposerBuffer: ComposerBuffer = { text: '', sent: null }
