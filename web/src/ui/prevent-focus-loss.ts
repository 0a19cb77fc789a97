import type { MouseEvent } from 'react'

/**
 * For containers of a form's buttons: a press keeps the focus in the field. Otherwise the field would validate on blur,
 * and its error could move the button away from the pointer.
 */
export const preventFocusLoss = { onMouseDown: (event: MouseEvent) => event.preventDefault() }
