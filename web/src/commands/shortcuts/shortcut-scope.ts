import type { ShortcutScope } from '../command.ts'

/** What kind of element has the focus. */
export type FocusContext = 'page' | 'field' | 'editor' | 'layer'

/** Whether a shortcut with this scope works for this focus. */
export function isInScope(reach: ShortcutScope, focus: FocusContext): boolean {
  if (reach === 'anywhere') return true
  if (reach === 'fields') return focus === 'page' || focus === 'field'
  return focus === 'page'
}

/** `layer` is a dialog, menu or list above the page: what it covers must not react to keys. */
export function focusContextOf(target: EventTarget | null): FocusContext {
  if (!(target instanceof HTMLElement)) return 'page'
  // A closing element counts as closed, though it keeps the focus for a few frames.
  if (target.closest('[data-closed], [data-ending-style]')) return 'page'
  if (target.isContentEditable) return 'editor'
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return 'layer'
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return 'field'
  if (target instanceof HTMLInputElement) return textInputTypes.has(target.type) ? 'field' : 'page'
  // A combobox whose input is in its popup is just a button.
  return target.closest('[role="combobox"]:not([aria-haspopup="dialog"])') ? 'field' : 'page'
}

const textInputTypes = new Set([
  'text',
  'search',
  'email',
  'password',
  'url',
  'tel',
  'number',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
])
