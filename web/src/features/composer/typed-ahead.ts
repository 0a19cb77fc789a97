/** What was typed before the editor was there, and whether it was sent then already, and with Shift. */
export type TypedAhead = { text: string; sent: { shift: boolean } | null }

export const nothingTyped: TypedAhead = { text: '', sent: null }
